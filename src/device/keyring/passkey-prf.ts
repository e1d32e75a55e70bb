/**
 * A passkey whose `prf` gives the same 32 bytes on each call, for the salt of this user and device. It needs no server and
 * no network: it opens the keyring and proves nothing to anybody.
 */

import { fromText, toText } from '../../db/bytes/base64url.ts'
import type { Bytes } from '../../db/keyring/wraps.ts'
import { newSecret } from '../../db/keyring/wraps.ts'
import { newPasskeySalt, type PasskeySecret } from './open-keyring.ts'

type Result<Value> =
  | ({ readonly kind: 'ok' } & Value)
  | { readonly kind: 'not_done'; readonly message: string }

const NOT_DONE = 'A digital não foi usada. Tente de novo ou use a senha.'
const NO_PRF = 'Este aparelho não consegue guardar a chave do Farol com a digital. Continue com a senha.'

/** Not in the compiler's library in all its parts. */
function outputOf(credential: PublicKeyCredential): Bytes | null {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (first === undefined) return null
  return first instanceof ArrayBuffer ? new Uint8Array(first) : new Uint8Array(first.buffer.slice(0))
}

/** Asks the device for the passkey's output. */
export async function passkeyOutput({
  credential,
  salt,
}: Pick<PasskeySecret, 'credential' | 'salt'>): Promise<Result<{ readonly output: Bytes }>> {
  try {
    const found = await navigator.credentials.get({
      publicKey: {
        challenge: newSecret(),
        allowCredentials: [{ type: 'public-key', id: fromText(credential) }],
        userVerification: 'required',
        extensions: { prf: { eval: { first: fromText(salt) } } },
      },
    })
    const output = found instanceof PublicKeyCredential ? outputOf(found) : null
    return output === null ? { kind: 'not_done', message: NO_PRF } : { kind: 'ok', output }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return { kind: 'not_done', message: NOT_DONE }
  }
}

/** Makes a passkey of this device for the user, and asks for its output. */
export async function makePrfPasskey(user: {
  readonly id: number
  readonly login: string
  readonly name: string
}): Promise<Result<{ readonly secret: PasskeySecret }>> {
  const salt = newPasskeySalt()
  try {
    const made = await navigator.credentials.create({
      publicKey: {
        challenge: newSecret(),
        rp: { name: 'Farol', id: window.location.hostname },
        // Names no user of another server: it is for this device's keyring alone.
        user: { id: newSecret(), name: user.login, displayName: user.name },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: { prf: { eval: { first: fromText(salt) } } },
      },
    })
    if (!(made instanceof PublicKeyCredential)) return { kind: 'not_done', message: NOT_DONE }
    if (made.getClientExtensionResults().prf?.enabled !== true) return { kind: 'not_done', message: NO_PRF }
    const credential = toText(new Uint8Array(made.rawId))
    const proved = await passkeyOutput({ credential, salt })
    return proved.kind === 'ok' ? { kind: 'ok', secret: { credential, salt, output: proved.output } } : proved
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return { kind: 'not_done', message: NOT_DONE }
  }
}
