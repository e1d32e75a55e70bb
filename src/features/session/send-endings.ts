/** Tells the server which sessions were signed out here while it could not be reached. Throws nothing. */
import { endSession } from '../../api/session.ts'
import { deliverEndings } from '../../db/session/session-endings.ts'
import { unmarkEndings } from './waiting-endings.ts'

let sending: Promise<void> | null = null

const tell = async (proof: string) => (await endSession(proof)).kind === 'ok'

async function send(): Promise<void> {
  try {
    if ((await deliverEndings({ tell, nowMs: Date.now() })) === 0) unmarkEndings()
  } catch {
    // A store that does not open is met by whoever reads it for the user; the endings go at the next contact.
  } finally {
    sending = null
  }
}

/** One sending at a time: who comes meanwhile waits for the one under way. */
export function sendEndings(): Promise<void> {
  sending ??= send()
  return sending
}
