/**
 * The rule for every new password. The server also refuses the commonest ones (server/session/password-rules.ts).
 */

export const SHORTEST_PASSWORD = 8
/**
 * Of a user whose device is protected: a thief who copies its disk can guess without a limit.
 * docs/rules.md#protected-devices
 */
export const SHORTEST_PROTECTED_PASSWORD = 12
export const LONGEST_PASSWORD = 128

const tooShort = (shortest: number) => `Use ao menos ${shortest} caracteres`

/** Below the field of a new password. `shortest`: what its owner needs, by the server's answer. */
export const lengthWords = (shortest: number) => `Ao menos ${shortest} caracteres`

export const PASSWORD_TOO_SHORT = tooShort(SHORTEST_PASSWORD)
export const PASSWORD_TOO_LONG = `Use no máximo ${LONGEST_PASSWORD} caracteres`
const IS_LOGIN = 'A senha não pode ser igual ao login'
const IS_CURRENT = 'A nova senha precisa ser diferente da atual'

/**
 * The form in which passwords are compared and counted: composed and decomposed accents, and wide letters, are the same.
 * docs/rules.md#sessions-and-passwords
 */
export const comparedPassword = (typed: string): string => typed.normalize('NFKC')

/** What a stored hash of the typed password may be of: the form of today first, then those that keyboards send. */
export const passwordForms = (typed: string): readonly string[] => [
  ...new Set([
    comparedPassword(typed),
    typed,
    ...(['NFC', 'NFD', 'NFKD'] as const).map((form) => typed.normalize(form)),
  ]),
]

/** Whether a typed password has fewer characters than its owner needs on a protected device. */
export const isShortForProtected = (typed: string): boolean =>
  comparedPassword(typed).length < SHORTEST_PROTECTED_PASSWORD

export const PROTECTED_NEEDS_LONGER = `Em um aparelho protegido a senha precisa de ao menos ${SHORTEST_PROTECTED_PASSWORD} caracteres. Crie uma senha mais longa.`

const alike = (one: string, other: string) =>
  one.trim().toLocaleLowerCase('pt-BR') === other.trim().toLocaleLowerCase('pt-BR')

/** `current` is the password to be replaced, null for a first one. */
export interface PasswordOwner {
  readonly login: string
  readonly current: string | null
}

/**
 * Returns what is wrong with a new password, as a sentence for its owner, or null. `shortest`: what this owner needs.
 */
export function passwordProblem(
  typed: string,
  { login, current }: PasswordOwner,
  shortest: number,
): string | null {
  const password = comparedPassword(typed)
  if (password.length < shortest) return tooShort(shortest)
  if (password.length > LONGEST_PASSWORD) return PASSWORD_TOO_LONG
  if (alike(password, login)) return IS_LOGIN
  return current !== null && password === comparedPassword(current) ? IS_CURRENT : null
}
