/** The leads on screen, read by key and live. Known rows stay visible while others are being read. */
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { LiveLeads } from '../../db/outbox/live-leads.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { useStoreCode, useStored } from '../../opening/useStored.ts'

const NOTHING_QUEUED: ReadonlyMap<string, 'pending' | 'problem'> = new Map()

const never = () => () => undefined

/**
 * `begun`: rows that came with the first answer. The same array until other rows come. They are shown alone until the
 * store's code is loaded.
 */
export function useVisibleLeads(
  userId: number,
  uids: readonly string[],
  begun: readonly Lead[],
): ReadonlyMap<string, Lead> {
  const code = useStoreCode()
  // Another user has another component instance (SignedIn's key).
  const [live, setLive] = useState<LiveLeads | null>(null)
  if (live === null && code !== null) setLive(new code.LiveLeads(() => code.openMirror(userId), begun))
  const asked = uids.join()
  const first = useMemo(() => new Map(begun.map((lead) => [lead.uid, lead])), [begun])
  // Both before the paint, and `begin` first: the uids shown before, perhaps none, would otherwise remove its rows.
  useLayoutEffect(() => live?.begin(begun), [live, begun])
  useLayoutEffect(() => live?.show(asked === '' ? [] : asked.split(',')), [live, asked])
  return useSyncExternalStore(live?.subscribe ?? never, live?.leads ?? (() => first))
}

/** What each lead with queued commands waits for. */
export function useQueueStates(userId: number): ReadonlyMap<string, 'pending' | 'problem'> {
  return useStored(
    async ({ openMirror, queueStates }) => queueStates(openMirror(userId)),
    [userId],
    NOTHING_QUEUED,
  )
}
