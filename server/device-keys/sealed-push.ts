/** Opens what devices seal for this server: docs/sync-protocol.md#sealed-push */
import {
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { z } from 'zod'
import { SEALED } from '../../src/contract/sealed-push.ts'

const TAG_BYTES = 16
/** What precedes the 32 bytes of an X25519 key: in PKCS #8, and in SubjectPublicKeyInfo. */
const PRIVATE = Buffer.from('302e020100300506032b656e04220420', 'hex')
const PUBLIC = Buffer.from('302a300506032b656e032100', 'hex')

export interface SealingKeys {
  /** base64url, for the devices. */
  readonly publicKey: string
  /** null: it was sealed for another key, was changed, or is no sealed push. */
  open(sealed: string): string | null
}

const rawPublic = (key: KeyObject) => z.object({ x: z.string() }).parse(key.export({ format: 'jwk' })).x

/** `seed`: 32 secret bytes, always the same for this server. */
export function sealingKeys(seed: Buffer): SealingKeys {
  const own = createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = rawPublic(createPublicKey(own))
  const publicBytes = Buffer.from(publicKey, 'base64url')

  const open = (sealed: string): string | null => {
    const bytes = Buffer.from(sealed, 'base64url')
    const afterKey = 1 + SEALED.keyBytes
    const afterHead = afterKey + SEALED.nonceBytes
    const end = bytes.length - TAG_BYTES
    if (bytes[0] !== SEALED.format || end < afterHead) return null
    const sender = bytes.subarray(1, afterKey)
    const theirs = createPublicKey({ key: Buffer.concat([PUBLIC, sender]), format: 'der', type: 'spki' })
    try {
      // It fails for a sender's key that would make the secret a known one.
      const shared = diffieHellman({ privateKey: own, publicKey: theirs })
      const key = Buffer.from(
        hkdfSync('sha256', shared, Buffer.concat([sender, publicBytes]), SEALED.label, 32),
      )
      const nonce = bytes.subarray(afterKey, afterHead)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(bytes.subarray(0, afterHead))
      decipher.setAuthTag(bytes.subarray(end))
      return Buffer.concat([decipher.update(bytes.subarray(afterHead, end)), decipher.final()]).toString()
    } catch {
      // Anybody may send anything here: what does not open is no failure of the server.
      return null
    }
  }
  return { publicKey, open }
}
