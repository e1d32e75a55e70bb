/**
 * Who asks for a change of an account, and whether the own password was proved with the request. The functions that
 * change one take a Caller, so that none can be called without the answer. docs/rules.md#own-password
 */
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { confirmationRequired } from '../context/refusal.ts'

export interface Caller {
  readonly user: SessionUser
  /** From `server/wire/own-password.ts`. */
  readonly isProven: boolean
}

/** Throws Refusal `confirmation_required` unless the caller is proven. */
export function demandOwnPassword({ isProven }: Caller): void {
  if (!isProven) throw confirmationRequired()
}
