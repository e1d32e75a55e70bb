/** Calls of this feature that need the network, with the session's token; what went wrong as one sentence. */
import type { CallResult } from '../../../api/http.ts'
import { markExpired, readSession } from '../../../db/session/device-session.ts'
import { offlineWords } from '../dialogs/words.ts'

/** Asks with the token of this device's session. A token that the server refuses asks for a new sign-in. */
export async function online<Value>(
  ask: (token: string) => Promise<CallResult<Value>>,
): Promise<CallResult<Value>> {
  const session = await readSession()
  if (session === undefined || !navigator.onLine) return { kind: 'unreachable' }
  const result = await ask(session.token)
  if (result.kind === 'refused' && result.body.code === 'session')
    await markExpired(session.token, result.body.revoked === true)
  return result
}

/** `what` needs the network: 'o sistema de cotação'. Null when all went well. */
export function failureWords(result: CallResult<unknown>, what: string): string | null {
  if (result.kind === 'ok') return null
  return result.kind === 'unreachable' ? offlineWords(what) : result.body.message
}
