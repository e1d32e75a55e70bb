/**
 * Whether a password may be set: the rule of src/domain/session/password.ts, and none of the passwords that are
 * guessed first.
 */
import { dictionary } from '@zxcvbn-ts/language-common'
import { type PasswordOwner, passwordProblem } from '../../src/domain/session/password.ts'

/** The list begins with the most frequent one. */
const REFUSED = 10_000
const COMMON = 'Esta senha está entre as mais usadas. Escolha outra'

const commonest: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, REFUSED))

/**
 * What is wrong with a new password, in a sentence for its owner; null when it may be set. Case makes no common
 * password a rare one.
 */
export function passwordRefusal(password: string, owner: PasswordOwner): string | null {
  return passwordProblem(password, owner) ?? (commonest.has(password.toLowerCase()) ? COMMON : null)
}
