/** Sends a refused command again with corrected arguments, at its place in the queue. */

import { openMirror } from '../db/open.ts'
import { replaceArgs } from '../db/outbox/resolve-outbox.ts'
import type { OutboxRecord } from '../db/schema/records.ts'
import { notify } from '../ui/notify.ts'
import { nudgeSync, requestBackgroundSync } from '../workers/sync-bridge.ts'
import { FAILED, notifyFailure } from './run-command-with-toast.ts'

/** Returns the command once it is queued again, for `tellCommands`. Returns null after showing why it is not. */
export async function sendAgain(userId: number, key: string, args: unknown): Promise<OutboxRecord | null> {
  try {
    const outcome = await replaceArgs(openMirror(userId), key, args)
    if (outcome.kind !== 'queued') {
      notify.error(outcome.message)
      return null
    }
    nudgeSync()
    void requestBackgroundSync()
    return outcome.record
  } catch (error) {
    notifyFailure(FAILED, error)
    return null
  }
}
