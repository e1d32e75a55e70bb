/** Seals a push for the server's public key. Only the server opens it, not even the device that sealed it. */
import { SEALED, type SealedContent } from '../contract/sealed-push.ts'
import { fromText, toText } from '../db/bytes/base64url.ts'

const CURVE = 'X25519'
const AES_BITS = 256

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Returns what `POST /sync/sealed` takes. `serverKey`: `sealing_key` of the sign-in's protection. */
export async function sealPush(content: SealedContent, serverKey: string): Promise<string> {
  const { subtle } = crypto
  const server = fromText(serverKey)
  const pair = await subtle.generateKey({ name: CURVE }, false, ['deriveBits'])
  if (!('privateKey' in pair)) throw new Error('the browser made no pair of keys')
  const own = new Uint8Array(await subtle.exportKey('raw', pair.publicKey))
  const theirs = await subtle.importKey('raw', server, { name: CURVE }, false, [])
  const shared = await subtle.deriveBits({ name: CURVE, public: theirs }, pair.privateKey, AES_BITS)
  const secret = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const key = await subtle.deriveKey(
    {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: joined(own, server),
      info: new TextEncoder().encode(SEALED.label),
    },
    secret,
    { name: 'AES-GCM', length: AES_BITS },
    false,
    ['encrypt'],
  )
  const nonce = crypto.getRandomValues(new Uint8Array(SEALED.nonceBytes))
  const head = joined(Uint8Array.of(SEALED.format), own, nonce)
  const text = new TextEncoder().encode(JSON.stringify(content))
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: head }, key, text)
  return toText(joined(head, new Uint8Array(sealed)))
}
