/** The device's half of the keys of hand-overs, by WebCrypto: docs/rules.md#hand-over */
import { fromText, toText } from '../../db/bytes/base64url.ts'

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const
const DIGEST = { name: 'ECDSA', hash: 'SHA-256' } as const
/** Of a raw key: its point is not compressed. */
const UNCOMPRESSED = 4

export interface SigningKey {
  /** PKCS #8, base64url. */
  readonly own: string
  /** 64 bytes, base64url. */
  readonly publicKey: string
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

export async function newSigningKey(): Promise<SigningKey> {
  const { subtle } = crypto
  const pair = await subtle.generateKey(CURVE, true, ['sign', 'verify'])
  const own = toText(new Uint8Array(await subtle.exportKey('pkcs8', pair.privateKey)))
  const point = new Uint8Array(await subtle.exportKey('raw', pair.publicKey))
  return { own, publicKey: toText(point.subarray(1)) }
}

/** Returns the signature of the text, 64 bytes in base64url. */
export async function signedBy(own: string, text: string): Promise<string> {
  const key = await crypto.subtle.importKey('pkcs8', fromText(own), CURVE, false, ['sign'])
  return toText(new Uint8Array(await crypto.subtle.sign(DIGEST, key, bytesOf(text))))
}

/** Whether the owner of the public key signed the text. Throws for what is no key or no base64url. */
export async function isSigned(publicKey: string, text: string, signature: string): Promise<boolean> {
  const point = Uint8Array.of(UNCOMPRESSED, ...fromText(publicKey))
  const key = await crypto.subtle.importKey('raw', point, CURVE, false, ['verify'])
  return crypto.subtle.verify(DIGEST, key, fromText(signature), bytesOf(text))
}
