/** Calls of this feature that need the network and the session's token. */
import type { CallResult } from '../api/call-result.ts'
import { markExpired, readSession } from '../db/session/device-session.ts'

/** Shown if something needs the network and there is none. */
export const offlineWords = (what: string) => `Sem conexão: ${what} precisa de internet.`

/** Calls with the token of this device's session. A refused token marks the session as expired. */
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

/** Returns the failure as one sentence, or null for a success. `what` needs the network: 'o sistema de cotação'. */
export function failureWords(result: CallResult<unknown>, what: string): string | null {
  if (result.kind === 'ok') return null
  return result.kind === 'unreachable' ? offlineWords(what) : result.body.message
}
