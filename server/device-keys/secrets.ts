/** What DEVICE_KEYS_KEY is used for: each purpose has a key of its own. docs/rules.md#protected-devices */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { type SealingKeys, sealingKeys } from './sealed-push.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** One user on one device. */
export interface Holder {
  readonly userId: number
  readonly deviceId: string
}

export interface DeviceSecrets {
  /** Names the key, and gives nothing of it away. */
  readonly keyId: string
  /** Encrypts and authenticates the half, bound to its holder: a row that was moved does not open. */
  readonly seal: (half: string, holder: Holder) => string
  /** null: another key sealed it, or it was changed. */
  readonly open: (sealed: string, holder: Holder) => string | null
  /** A reader of the database alone can't try PINs against it. */
  readonly pinHash: (proof: string, holder: Holder) => string
  /** For what a locked device sends. */
  readonly pushes: SealingKeys
}

const textOf = ({ userId, deviceId }: Holder) => `${userId} ${deviceId}`

export function deviceSecrets(master: Buffer): DeviceSecrets {
  const keyOf = (label: string) => Buffer.from(hkdfSync('sha256', master, '', `farol ${label}`, 32))
  const [halves, pins] = [keyOf('device halves'), keyOf('device pins')]
  return {
    keyId: keyOf('device keys id').toString('hex', 0, 8),
    pushes: sealingKeys(keyOf('sealed pushes')),

    seal(half, holder) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', halves, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(textOf(holder)))
      const sealed = [nonce, cipher.update(half, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(sealed).toString('base64url')
    },

    open(sealed, holder) {
      const bytes = Buffer.from(sealed, 'base64url')
      const end = bytes.length - TAG_BYTES
      if (end < NONCE_BYTES) return null
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', halves, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(textOf(holder)))
      decipher.setAuthTag(bytes.subarray(end))
      const half = decipher.update(bytes.subarray(NONCE_BYTES, end))
      try {
        return Buffer.concat([half, decipher.final()]).toString('utf8')
      } catch {
        // The only failure of `final`: the tag does not fit.
        return null
      }
    },

    pinHash: (proof, holder) =>
      createHmac('sha256', pins)
        .update(`${textOf(holder)} ${proof}`)
        .digest('hex'),
  }
}
