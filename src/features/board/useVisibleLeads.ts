/** The leads on screen, read by key and live; those that were read stay shown while others are on their way. */
import { useLiveQuery } from 'dexie-react-hooks'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { LiveLeads } from '../../db/mirror/live-leads.ts'
import { openMirror } from '../../db/mirror/mirror.ts'
import { pendingMarks } from '../../db/mirror/reads.ts'
import type { Lead } from '../../domain/lead/lead.ts'

const NO_MARKS: ReadonlyMap<string, 'pending' | 'problem'> = new Map()

/** `begun`: rows that came with the first answer; the same array until they are others. */
export function useVisibleLeads(
  userId: number,
  uids: readonly string[],
  begun: readonly Lead[],
): ReadonlyMap<string, Lead> {
  // The board of another user is another component (SignedIn's key).
  const [live] = useState(() => new LiveLeads(() => openMirror(userId)))
  const asked = uids.join()
  // With the same painting, and `begin` first: what was asked for before, perhaps nothing, would take its rows away again.
  useLayoutEffect(() => live.begin(begun), [live, begun])
  useLayoutEffect(() => live.show(asked === '' ? [] : asked.split(',')), [live, asked])
  return useSyncExternalStore(live.subscribe, live.leads)
}

/** What each lead with queued commands is waiting for. */
export function usePendingMarks(userId: number): ReadonlyMap<string, 'pending' | 'problem'> {
  return useLiveQuery(async () => pendingMarks(openMirror(userId)), [userId]) ?? NO_MARKS
}
