/** What a failed call says outside a session. */
import type { CallResult } from '../../../api/call-result.ts'

/** Returns one sentence, or null for a success. */
export function entranceFailure(result: CallResult<unknown>): string | null {
  if (result.kind === 'ok') return null
  return result.kind === 'unreachable'
    ? 'Sem conexão com o servidor. O que você digitou continua aqui; tente de novo.'
    : result.body.message
}
