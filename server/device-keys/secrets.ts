/** What DEVICE_KEYS_KEY is used for: each purpose has a key of its own. docs/rules.md#protected-devices */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { type HandOverKeys, handOverKeys } from './hand-over-keys.ts'
import { type SealingKeys, sealingKeys } from './sealed-push.ts'
import { type Signer, signerOf } from './signing.ts'

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
  /** The secret of a user's code app. The text names the key, and is bound to the user. */
  readonly sealCodeApp: (secret: string, userId: number) => string
  /** null: as of `open`. */
  readonly openCodeApp: (sealed: string, userId: number) => string | null
  /** The secret of a webhook, by its id. As of code apps. */
  readonly sealWebhook: (secret: string, id: string) => string
  readonly openWebhook: (sealed: string, id: string) => string | null
  /** A secret of the connection to WhatsApp, by its place. As of code apps. */
  readonly sealWhatsApp: (secret: string, place: string) => string
  readonly openWhatsApp: (sealed: string, place: string) => string | null
  /** A reader of the database alone can't try PINs against it. */
  readonly pinHash: (proof: string, holder: Holder) => string
  /** For what a locked device sends. */
  readonly pushes: SealingKeys
  /** Signs anchors and dossiers of histories: docs/rules.md#chain */
  readonly history: Signer
  /** For leads that one device hands to another: docs/rules.md#hand-over */
  readonly handOver: HandOverKeys
}

const textOf = ({ userId, deviceId }: Holder) => `${userId} ${deviceId}`

/** `about` is authenticated: what was moved to another owner does not open. */
function seal(key: Buffer, text: string, about: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(about))
  const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(sealed).toString('base64url')
}

function open(key: Buffer, sealed: string, about: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const end = bytes.length - TAG_BYTES
  if (end < NONCE_BYTES) return null
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(bytes.subarray(end))
  const text = decipher.update(bytes.subarray(NONCE_BYTES, end))
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    // The only failure of `final`: the tag does not fit.
    return null
  }
}

/** Between the name of the key and what it sealed. Secrets of apps (Base32) and webhooks (Base64) as they are have none. */
export const CODE_APP_DOT = '.'

export function deviceSecrets(master: Buffer): DeviceSecrets {
  const keyOf = (label: string, bytes = 32) =>
    Buffer.from(hkdfSync('sha256', master, '', `farol ${label}`, bytes))
  const [halves, pins] = [keyOf('device halves'), keyOf('device pins')]
  const [apps, webhooks, whatsapp] = [keyOf('code apps'), keyOf('webhooks'), keyOf('whatsapp')]
  const keyId = keyOf('device keys id').toString('hex', 0, 8)
  const named = (sealed: string) => `${keyId}${CODE_APP_DOT}${sealed}`
  const openNamed = (key: Buffer, sealed: string, about: string) => {
    const [by, text = ''] = sealed.split(CODE_APP_DOT)
    return by === keyId ? open(key, text, about) : null
  }
  return {
    keyId,
    pushes: sealingKeys(keyOf('sealed pushes')),
    history: signerOf((turn) => keyOf(`history signatures ${turn}`), keyId),
    handOver: handOverKeys(keyOf),

    seal: (half, holder) => seal(halves, half, textOf(holder)),
    open: (sealed, holder) => open(halves, sealed, textOf(holder)),

    sealCodeApp: (secret, userId) => named(seal(apps, secret, String(userId))),
    openCodeApp: (sealed, userId) => openNamed(apps, sealed, String(userId)),

    sealWebhook: (secret, id) => named(seal(webhooks, secret, id)),
    openWebhook: (sealed, id) => openNamed(webhooks, sealed, id),

    sealWhatsApp: (secret, place) => named(seal(whatsapp, secret, place)),
    openWhatsApp: (sealed, place) => openNamed(whatsapp, sealed, place),

    pinHash: (proof, holder) =>
      createHmac('sha256', pins)
        .update(`${textOf(holder)} ${proof}`)
        .digest('hex'),
  }
}
