/** Sends a refused command again with corrected arguments, at its place in the queue. */

import { openMirror } from '../db/open.ts'
import { replaceArgs } from '../db/outbox/resolve-outbox.ts'
import { notify } from '../ui/notify.ts'
import { nudgeSync, requestBackgroundSync } from '../workers/sync-bridge.ts'
import { FAILED, notifyFailure } from './run-command-with-toast.ts'

/** Returns true once the command is queued again. Returns false after showing why it is not. */
export async function sendAgain(userId: number, key: string, args: unknown): Promise<boolean> {
  try {
    const outcome = await replaceArgs(openMirror(userId), key, args)
    if (outcome.kind !== 'queued') {
      notify.error(outcome.message)
      return false
    }
    nudgeSync()
    void requestBackgroundSync()
    return true
  } catch (error) {
    notifyFailure(FAILED, error)
    return false
  }
}
