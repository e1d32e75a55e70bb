/** Passkeys of this browser: made and proved by the device, after a look at who holds it. docs/rules.md#passkeys */
import type { z } from 'zod'
import type { passkeyOptionsRoute } from '../../contract/passkeys.ts'
import type { AssertionOptions, assertionSchema, registrationSchema } from '../../contract/webauthn.ts'
import { passkeyObstacle } from '../../domain/session/passkeys.ts'

/** Whether this browser has passkeys at this address. */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in window && passkeyObstacle(window.location) === null

const UNSUPPORTED = 'Este navegador não oferece chaves de acesso.'

/** Why no passkey can be made here, as a sentence; null: one can. */
export const passkeyProblem = (): string | null =>
  passkeyObstacle(window.location) ?? ('PublicKeyCredential' in window ? null : UNSUPPORTED)

export type PasskeyResult<Response> =
  | { readonly kind: 'ok'; readonly response: Response }
  /** The user, the device or the browser did not do it. The sentence is for the user. */
  | { readonly kind: 'not_done'; readonly message: string }

const NOT_USED = 'A chave de acesso não foi usada. Tente de novo ou escolha outro modo.'
const NOT_MADE = 'A chave de acesso não foi criada. Tente de novo quando quiser.'
const THERE_ALREADY = 'Este aparelho já tem uma chave de acesso desta conta.'
const NO_CODE = 'Sem conexão: não foi possível carregar o que as chaves de acesso precisam.'

const library = () => import('@simplewebauthn/browser').catch(() => null)

export async function provePasskey(
  optionsJSON: AssertionOptions,
): Promise<PasskeyResult<z.input<typeof assertionSchema>>> {
  const loaded = await library()
  if (loaded === null) return { kind: 'not_done', message: NO_CODE }
  try {
    return { kind: 'ok', response: await loaded.startAuthentication({ optionsJSON }) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { kind: 'not_done', message: NOT_USED }
  }
}

export async function makePasskey(
  optionsJSON: z.output<typeof passkeyOptionsRoute.answer>['data'],
): Promise<PasskeyResult<z.input<typeof registrationSchema>>> {
  const loaded = await library()
  if (loaded === null) return { kind: 'not_done', message: NO_CODE }
  try {
    return { kind: 'ok', response: await loaded.startRegistration({ optionsJSON }) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { kind: 'not_done', message: error.name === 'InvalidStateError' ? THERE_ALREADY : NOT_MADE }
  }
}

/** What a user would call this device, as the first name of a new passkey. */
export function deviceWords(): string {
  const { userAgent } = window.navigator
  if (/iPhone|Android.*Mobile/.test(userAgent)) return 'Celular'
  if (/iPad|Android/.test(userAgent)) return 'Tablet'
  return 'Computador'
}
