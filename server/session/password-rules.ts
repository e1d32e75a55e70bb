/** Rules for a new password: those of src/domain/session/password.ts, and a list of common passwords. */
import { dictionary } from '@zxcvbn-ts/language-common'
import { comparedPassword, type PasswordOwner, passwordProblem } from '../../src/domain/session/password.ts'

/** The list is sorted by frequency, the most common first. */
const REFUSED = 10_000
const COMMON = 'Esta senha está entre as mais usadas. Escolha outra'

const commonest: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, REFUSED))

/**
 * Returns the reason against a new password as a sentence for its owner; null when it may be set. The check for
 * common passwords ignores case.
 */
export function passwordRefusal(password: string, owner: PasswordOwner, shortest: number): string | null {
  return (
    passwordProblem(password, owner, shortest) ??
    (commonest.has(comparedPassword(password).toLowerCase()) ? COMMON : null)
  )
}
