/** What a call comes to. Failures are values; screens choose the text for the user. */
import type { ErrorBody } from '../contract/errors.ts'

export type CallResult<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  /** The server refused. `body` contains its sentence for the user. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly body: ErrorBody
      readonly retryAfterSeconds: number | null
    }
  /** No answer, or an answer that is not Farol's. `mayBeDone`: a change was sent, and the server may have made it. */
  | { readonly kind: 'unreachable'; readonly mayBeDone?: true }

/** The result of a change that was sent and has no answer. */
export const LOST_ANSWER = { kind: 'unreachable', mayBeDone: true } as const

/** Maps the value of a successful result. Returns failures unchanged. */
export function mapResult<From, To>(result: CallResult<From>, change: (value: From) => To): CallResult<To> {
  return result.kind === 'ok' ? { kind: 'ok', value: change(result.value) } : result
}
