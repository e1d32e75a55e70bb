/** Opens what one device handed to another, and judges who handed it: docs/rules.md#hand-over */
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import {
  type Certificate,
  certificateSchema,
  HANDED,
  type HandedText,
  handedTextFrom,
  type Statement,
  statementSchema,
} from '../../src/contract/hand-over.ts'
import { parseJson } from '../base/parse-json.ts'
import { deviceKeyFrom, type HandOverKeys, isSignedByDevice } from '../device-keys/hand-over-keys.ts'

const TAG_BYTES = 16
/** Each code has a key of its own, so that its nonce may be the same. */
const NONCE = Buffer.alloc(12)

export interface Opened {
  readonly certificate: Certificate
  readonly statement: Statement
}

/** Returns the four lines, or null for what was not sealed for a key of this server's rings. */
function unsealed(handed: string, ringPair: HandOverKeys['ringPair']): HandedText | null {
  const bytes = Buffer.from(handed, 'base64url')
  const end = bytes.length - TAG_BYTES
  if (bytes[0] !== HANDED.format || end < HANDED.headBytes) return null
  const head = bytes.subarray(0, HANDED.headBytes)
  try {
    const shared = ringPair(head.readUInt16BE(1)).sharedWith(head.subarray(3))
    const key = Buffer.from(hkdfSync('sha256', shared, '', head, 32))
    const decipher = createDecipheriv('aes-256-gcm', key, NONCE, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(end))
    const packed = Buffer.concat([decipher.update(bytes.subarray(HANDED.headBytes, end)), decipher.final()])
    return handedTextFrom(inflateRawSync(packed, { maxOutputLength: HANDED.mostTextBytes }).toString())
  } catch {
    // Anybody who is signed in may send anything here: what does not open is no failure of the server.
    return null
  }
}

/** Returns null for what was forged, changed, or sealed and certified by another server. Times are not judged. */
export function openHanded(keys: HandOverKeys, handed: string): Opened | null {
  const text = unsealed(handed, keys.ringPair)
  if (text === null || !keys.isCertified(text.certificate, text.certified)) return null
  const certificate = certificateSchema.safeParse(parseJson(text.certificate))
  const statement = statementSchema.safeParse(parseJson(text.statement))
  if (!certificate.success || !statement.success) return null
  const key = deviceKeyFrom(certificate.data.key)
  if (key === null || !isSignedByDevice(key, text.statement, text.signature)) return null
  return { certificate: certificate.data, statement: statement.data }
}
