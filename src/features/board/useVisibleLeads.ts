/** The leads on screen, read by key and live. Known rows stay visible while others are being read. */
import { useLiveQuery } from 'dexie-react-hooks'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { LiveLeads } from '../../db/mirror/live-leads.ts'
import { openMirror } from '../../db/mirror/mirror.ts'
import { pendingMarks } from '../../db/mirror/reads.ts'
import type { Lead } from '../../domain/lead/lead.ts'

const NO_MARKS: ReadonlyMap<string, 'pending' | 'problem'> = new Map()

/** `begun`: rows that came with the first answer. The same array until other rows come. */
export function useVisibleLeads(
  userId: number,
  uids: readonly string[],
  begun: readonly Lead[],
): ReadonlyMap<string, Lead> {
  // Another user has another component instance (SignedIn's key).
  const [live] = useState(() => new LiveLeads(() => openMirror(userId)))
  const asked = uids.join()
  // Both before the paint, and `begin` first: the uids shown before, perhaps none, would otherwise remove its rows.
  useLayoutEffect(() => live.begin(begun), [live, begun])
  useLayoutEffect(() => live.show(asked === '' ? [] : asked.split(',')), [live, asked])
  return useSyncExternalStore(live.subscribe, live.leads)
}

/** The mark of each lead with queued commands. */
export function usePendingMarks(userId: number): ReadonlyMap<string, 'pending' | 'problem'> {
  return useLiveQuery(async () => pendingMarks(openMirror(userId)), [userId]) ?? NO_MARKS
}
