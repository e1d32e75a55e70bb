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
  password: string,
  { login, current }: PasswordOwner,
  shortest: number,
): string | null {
  if (password.length < shortest) return tooShort(shortest)
  if (password.length > LONGEST_PASSWORD) return PASSWORD_TOO_LONG
  if (alike(password, login)) return IS_LOGIN
  return password === current ? IS_CURRENT : null
}
