/** What comes after the password at a sign-in: docs/rules.md#second-factor */
import { DAY_MS, MINUTE_MS } from '../time/durations.ts'

/** A code of the app, a passkey, or a recovery code. */
export type FactorWay = 'code' | 'passkey' | 'recovery'

export const CODE_DIGITS = 6
/** An app shows a new code so often. */
export const CODE_SECONDS = 30
export const RECOVERY_CODES = 10
/** From so many wrong codes of a day on each further one needs the password again. */
export const CODES_A_DAY = 10
/** After the right password the second factor is waited for so long. */
export const STEP_MS = 10 * MINUTE_MS
export const REMEMBERED_MS = 30 * DAY_MS
/** Secrets of users of one device, sent with each sign-in. */
export const MOST_REMEMBERED = 10

/** Letters and digits that are not confused with each other (RFC 4648). */
export const RECOVERY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
export const RECOVERY_LENGTH = 16

/** Whether it can be a code of an app: six digits of ASCII, which is what apps show and forms send. */
export const isAppCode = (code: string): boolean => /^[0-9]{6}$/.test(code)

/** Returns the digits of a code as it was typed or pasted. */
export const typedCode = (typed: string): string =>
  typed.normalize('NFKC').replaceAll(/\D/g, '').slice(0, CODE_DIGITS)

/** Returns a recovery code without what separates its groups; digits that it cannot have are the letters they look like. */
export const plainRecoveryCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll('8', 'B')
    .replaceAll(/[^A-Z2-7]/g, '')

/** Returns 'ABCD-EFGH-IJKL-MNOP'. */
export const recoveryCodeInGroups = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''
