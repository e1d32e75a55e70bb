/** Calls of this feature that need the network and the session's token. */
import type { CallResult } from '../api/call-result.ts'
import { markExpired, readSession } from '../db/session/device-session.ts'
import { nudgeSync } from '../workers/sync-bridge.ts'

/** Shown if something needs the network and there is none. */
export const offlineWords = (what: string) => `Sem conexão: ${what} precisa de internet.`

/** Calls with the token of this device's session. A refused token marks the session as expired. */
export async function online<Value>(
  ask: (token: string) => Promise<CallResult<Value>>,
): Promise<CallResult<Value>> {
  const session = await readSession()
  if (session === undefined || !navigator.onLine) return { kind: 'unreachable' }
  const result = await ask(session.token)
  // The pull brings what the server may have saved.
  if (result.kind === 'unreachable' && result.mayBeDone === true) nudgeSync()
  if (result.kind === 'refused' && result.body.code === 'session')
    await markExpired(session.token, result.body.revoked === true)
  return result
}

/** Of a change whose answer was lost. `done`: 'foi salvo'. docs/rules.md#messages */
const lostWords = (done: string) =>
  `Não sabemos se ${done}: o servidor não respondeu. Confira antes de tentar de novo.`

/**
 * Returns the failure as one sentence, or null for a success. `what` needs the network: 'o sistema de cotação'. `done`:
 * what a change may have come to without its answer.
 */
export function failureWords(result: CallResult<unknown>, what: string, done = 'foi salvo'): string | null {
  if (result.kind === 'ok') return null
  if (result.kind === 'refused') return result.body.message
  return result.mayBeDone === true ? lostWords(done) : offlineWords(what)
}

/** The answer to a removal. What is no longer there was removed by an earlier call, whose answer was lost. */
export const goneIsDone = (result: CallResult<unknown>): CallResult<unknown> =>
  result.kind === 'refused' && result.body.code === 'not_found' ? { kind: 'ok', value: null } : result
