/** Reports sessions that were signed out offline to the server. Never throws. */
import { call } from '../../api/call.ts'
import { endSessionRoute } from '../../contract/session.ts'
import type { SessionEnding } from '../../db/schema/records.ts'
import { deliverEndings } from '../../db/session/session-endings.ts'
import { unmarkEndings } from './waiting-endings.ts'

let sending: Promise<void> | null = null

/** The code that erases is loaded only for a device that is to be erased. */
const tell = async ({ proof, forgetsKeys, erase }: SessionEnding) => {
  if (erase === undefined) {
    const body = { proof, ...(forgetsKeys && { forgets_keys: true }) }
    return (await call(endSessionRoute, { body })).kind === 'ok'
  }
  const { finishErasure } = await import('./finish-erasure.ts')
  return finishErasure(proof, erase)
}

async function send(): Promise<void> {
  try {
    if ((await deliverEndings({ tell, nowMs: Date.now() })) === 0) unmarkEndings()
  } catch {
    // The store's readers in the user's screens report that error. The endings are sent with the next contact.
  } finally {
    sending = null
  }
}

/** One run at a time: a caller during a run waits for that run. */
export function sendEndings(): Promise<void> {
  sending ??= send()
  return sending
}
