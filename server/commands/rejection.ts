/** The result of a command that a rule forbids. */
import type { ErrorCode } from '../../src/contract/errors.ts'
import type { PushResult } from '../../src/contract/sync.ts'

export type Rejection = Extract<PushResult, { outcome: 'rejected' }>

export function rejection(
  key: string,
  code: ErrorCode,
  message: string,
  errors: Record<string, string[]> = {},
): Rejection {
  return { key, outcome: 'rejected', code, message, errors, rows: { leads: [], clients: [] }, removed: [] }
}
