/** The installation's key for signatures that anybody may check: ECDSA on P-256, which every browser has. docs/rules.md#chain */
import { createECDH, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

const CURVE = 'prime256v1'
const BYTES = 32

export interface PublicKey {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
}

export interface Signer {
  /** Names the key. */
  readonly keyId: string
  readonly publicKey: PublicKey
  /** Base64url of both numbers, as browsers take it. */
  readonly sign: (text: string) => string
  readonly verify: (text: string, signature: string) => boolean
}

const dsaEncoding = 'ieee-p1363'
const BYTE_FORM = 'base64url'

/** By any key, such as the one in a file. */
export function signatureHolds(key: PublicKey, text: string, signature: string): boolean {
  const open = createPublicKey({ key: { ...key }, format: 'jwk' })
  return verify('sha256', Buffer.from(text), { key: open, dsaEncoding }, Buffer.from(signature, BYTE_FORM))
}

/** `secretOf` returns 32 secret bytes for each number. Few are no key of the curve: then the next one is taken. */
export function signerOf(secretOf: (turn: number) => Buffer, keyId: string): Signer {
  const pair = createECDH(CURVE)
  for (let turn = 0; ; turn++) {
    try {
      pair.setPrivateKey(secretOf(turn))
      break
    } catch (error) {
      if (turn > 8) throw error
    }
  }
  const point = pair.getPublicKey()
  const part = (at: number) => point.subarray(1 + at * BYTES, 1 + (at + 1) * BYTES).toString(BYTE_FORM)
  const publicKey: PublicKey = { kty: 'EC', crv: 'P-256', x: part(0), y: part(1) }
  const d = Buffer.concat([Buffer.alloc(BYTES), pair.getPrivateKey()])
    .subarray(-BYTES)
    .toString(BYTE_FORM)
  const secret = createPrivateKey({ key: { ...publicKey, d }, format: 'jwk' })
  return {
    keyId,
    publicKey,
    sign: (text) => sign('sha256', Buffer.from(text), { key: secret, dsaEncoding }).toString(BYTE_FORM),
    verify: (text, signature) => signatureHolds(publicKey, text, signature),
  }
}
