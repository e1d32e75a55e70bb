/** Waits until the server has this device's changes to a lead, for calls that read the lead on the server. */

import { openMirror } from '../db/open.ts'
import { wholeQueue } from '../db/outbox/queue-order.ts'
import { nudgeSync } from '../workers/sync-bridge.ts'

const EVERY_MS = 150

/** Returns false when `patienceMs` pass first, or when the server does not accept a change. */
export async function untilSent(
  userId: number,
  { uid, client_uid }: { readonly uid: string; readonly client_uid: string },
  patienceMs: number,
): Promise<boolean> {
  const end = Date.now() + patienceMs
  nudgeSync()
  while (Date.now() < end) {
    const records = await wholeQueue(openMirror(userId))
    const waiting = records.filter(({ entityUid }) => entityUid === uid || entityUid === client_uid)
    if (waiting.length === 0) return true
    if (waiting.some(({ state }) => state === 'conflict' || state === 'rejected')) return false
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
  return false
}
