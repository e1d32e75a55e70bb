/** The server's keys of hand-overs, all from DEVICE_KEYS_KEY: docs/rules.md#hand-over */
import { createECDH, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** The order of P-256's group: a private key is a number from 1 to below it. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** 16 bytes more than the order has, so that the remainder favours no key. */
const SEED_BYTES = 48
const COORDINATE_BYTES = 32
/** Of a private key in hexadecimal digits. */
const KEY_DIGITS = 2 * COORDINATE_BYTES
/** Before a point whose coordinates follow. */
const UNCOMPRESSED = Buffer.of(4)

export interface HandOverKeys {
  /** The P-256 key by which devices check certificates: 64 bytes in base64url. */
  readonly authority: string
  /** The pair of the ring for a period: whoever hands over has the public key alone. */
  readonly ringPair: (period: number) => RingPair
  /** Returns the signature of a certificate's text, base64url. */
  readonly certify: (text: string) => string
  readonly isCertified: (text: string, signature: string) => boolean
}

/** A P-256 pair. */
export interface RingPair {
  /** A point without its first byte, 64 bytes. */
  readonly point: Buffer
  /** 32 bytes. */
  readonly secret: Buffer
  /** The shared secret with another's point, 32 bytes. Throws for what is no point of the curve. */
  readonly sharedWith: (point: Buffer) => Buffer
}

const DSA = 'ieee-p1363'

/** `derived`: that many secret bytes for a label, always the same for this server. */
export function handOverKeys(derived: (label: string, bytes: number) => Buffer): HandOverKeys {
  const pairOf = (label: string) => pairFrom(derived(label, SEED_BYTES))
  const { point, secret } = pairOf('hand-over certificates')
  const own = createPrivateKey({ key: { ...jwkOf(point), d: secret.toString('base64url') }, format: 'jwk' })
  const authority = createPublicKey(own)
  return {
    authority: point.toString('base64url'),
    ringPair: (period) => pairOf(`hand-over ring ${period}`),
    certify: (text) =>
      sign('sha256', Buffer.from(text), { key: own, dsaEncoding: DSA }).toString('base64url'),
    isCertified: (text, signature) => isSignedBy(authority, text, signature),
  }
}

function pairFrom(seed: Buffer): RingPair {
  const number = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n
  const secret = Buffer.from(number.toString(16).padStart(KEY_DIGITS, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  return {
    point: pair.getPublicKey().subarray(1),
    secret,
    sharedWith: (point) => pair.computeSecret(Buffer.concat([UNCOMPRESSED, point])),
  }
}

function jwkOf(point: Buffer) {
  const [x, y] = [point.subarray(0, COORDINATE_BYTES), point.subarray(COORDINATE_BYTES)]
  return { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
}

const isSignedBy = (key: KeyObject, text: string, signature: string): boolean =>
  verify('sha256', Buffer.from(text), { key, dsaEncoding: DSA }, Buffer.from(signature, 'base64url'))

/** Returns the key of a device, or null where the 64 bytes are no point of the curve. */
export function deviceKeyFrom(text: string): KeyObject | null {
  try {
    return createPublicKey({ key: jwkOf(Buffer.from(text, 'base64url')), format: 'jwk' })
  } catch {
    // Anybody who is signed in may send any bytes: what is no key is no failure of the server.
    return null
  }
}

export const isSignedByDevice = isSignedBy
