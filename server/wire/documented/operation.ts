/** What the document says of one call: docs/where-to-change.md#the-servers-interfaces */
import type { ErrorCode } from '../../../src/contract/errors.ts'
import type { RouteSpec } from '../../../src/contract/route.ts'
import type { Meanings } from '../../records/meaning.ts'

export interface ErrorText {
  readonly status: number
  readonly code: ErrorCode
  /** When the call answers it. */
  readonly sentence: string
}

export interface OperationText {
  readonly summary: string
  readonly description: string
  /** The errors that do not follow from the declaration: see `errorsOf` in errors.ts. */
  readonly errors: readonly ErrorText[]
  /** It takes an Idempotency-Key: repeated under the same key, it changes nothing. */
  readonly isRepeatable: boolean
}

/** What a call that is registered with its own words says, in place of the tables of this folder. */
export interface OwnWords {
  readonly text: OperationText
  readonly meanings: Meanings
}

/** A call as it was registered. */
export interface RegisteredCall {
  readonly route: RouteSpec
  readonly words?: OwnWords | undefined
}

/** Of a call without a text. */
export const NO_TEXT: Pick<OperationText, 'errors' | 'isRepeatable'> = { errors: [], isRepeatable: false }

type Name = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
export type OperationTexts = Readonly<Record<Name, OperationText>>

export const does = (
  summary: string,
  description: string,
  ...errors: readonly ErrorText[]
): OperationText => ({ summary, description, errors, isRepeatable: false })
/** A call that runs commands. */
export const runs = (
  summary: string,
  description: string,
  ...errors: readonly ErrorText[]
): OperationText => ({ summary, description, errors, isRepeatable: true })

const error =
  (status: number, code: ErrorCode) =>
  (sentence: string): ErrorText => ({ status, code, sentence })

export const forbids = error(403, 'forbidden')
export const missing = error(404, 'not_found')
export const conflicts = error(409, 'conflict')
export const inUse = error(409, 'in_use')
export const erased = error(410, 'erased')
export const unusable = error(410, 'link_unusable')
export const breaks = error(422, 'rule')
export const unfit = error(422, 'invalid')
export const tooMany = error(429, 'too_many_attempts')
export const overQuota = error(429, 'quota_reached')
export const notConfigured = error(503, 'not_configured')
export const other = (status: number, code: ErrorCode, sentence: string): ErrorText =>
  error(status, code)(sentence)
