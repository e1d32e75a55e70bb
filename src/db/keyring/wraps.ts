/**
 * Wrapping the data key by a secret: AES-256-GCM, bound to the way and the user. A wrap moved to another user's keyring
 * or to another way does not open.
 */
import { fromText, toText } from '../bytes/base64url.ts'
import type { Wrap } from './keyring.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** The ways to a data key. A wrap of one does not open as another's. */
export type Way = 'password' | 'passkey' | 'server'

interface Owner {
  readonly userId: number
  readonly way: Way
}

const DATA_KEY_BYTES = 32
const SALT_BYTES = 16

export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

/** A new data key. It exists in the clear only in memory. */
export const newDataKey = (): Bytes => randomBytes(DATA_KEY_BYTES)

/** The half that the server keeps, and the secret of a device. */
export const newSecret = (): Bytes => randomBytes(DATA_KEY_BYTES)

export const newSalt = (): Bytes => randomBytes(SALT_BYTES)

/**
 * The key of a wrap. A password's secret is the output of Argon2id; HKDF gives each way a key of its own, also where two
 * had the same secret.
 */
async function keyOf(secret: Bytes, { way, userId }: Owner): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(`farol keyring ${way} ${userId}`)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

const associated = ({ way, userId }: Owner): Bytes =>
  new TextEncoder().encode(`farol data key ${way} ${userId}`)

export async function wrapKey(dataKey: Bytes, secret: Bytes, owner: Owner): Promise<Wrap> {
  const nonce = randomBytes(12)
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: associated(owner) },
    await keyOf(secret, owner),
    dataKey,
  )
  return { nonce: toText(nonce), sealed: toText(new Uint8Array(sealed)) }
}

/** Returns null when the secret is not the wrap's, or the wrap was changed. */
export async function unwrapKey(wrap: Wrap, secret: Bytes, owner: Owner): Promise<Bytes | null> {
  const key = await keyOf(secret, owner)
  const sealed = fromText(wrap.sealed)
  try {
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: fromText(wrap.nonce), additionalData: associated(owner) },
      key,
      sealed,
    )
    return new Uint8Array(opened)
  } catch (error) {
    if (error instanceof Error && error.name === 'OperationError') return null
    throw error
  }
}
