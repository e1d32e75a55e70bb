/** A lead that one device hands to another without a network: docs/rules.md#hand-over */
import { z } from 'zod'
import { keyText } from '../domain/session/protection.ts'
import { routesOf } from './route.ts'
import { pushCommandSchema } from './sync.ts'

const { post } = routesOf('Sincronização')

/**
 * The head of a code is the format, the number of its period in two bytes, and the point of a key pair that was made for this code.
 * AES-256-GCM follows, under HKDF-SHA-256 of the secret that the pair shares with the period's, with the head as its information.
 */
export const HANDED = { format: 1, headBytes: 67, mostTextBytes: 64 * 1024 } as const

/** A P-256 key without its first byte, or a signature: 64 bytes in base64url. */
const pairText = z.string().regex(/^[A-Za-z0-9_-]{86}$/, 'Use 64 bytes em base64url')

/** The server's word for whose device has the signing key. */
export const certificateSchema = z.object({
  user_id: z.int32().positive(),
  /** By which a reader without a network names who hands over. */
  name: z.string(),
  device_id: z.string(),
  /** In which the device got it. When that was ended the device hands nothing over any more. */
  session_id: z.string(),
  /** ISO 8601. */
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  key: pairText,
})
export type Certificate = z.output<typeof certificateSchema>

/** What a device signs: the creation as it waits in the queue, with its key. */
export const statementSchema = pushCommandSchema
  .pick({ key: true, command: true, schema_version: true, args: true, base: true, occurred_at: true })
  .extend({ handed_at: z.iso.datetime() })
export type Statement = z.output<typeof statementSchema>

/** The four lines of a code's text. JSON has no line breaks. */
export interface HandedText {
  /** JSON of a certificate. */
  readonly certificate: string
  /** The server's signature of the certificate. */
  readonly certified: string
  /** The device's signature of the statement. */
  readonly signature: string
  /** JSON of a statement. */
  readonly statement: string
}

export const linesOf = (text: HandedText): string =>
  [text.certificate, text.certified, text.signature, text.statement].join('\n')

const linesSchema = z.tuple([z.string(), pairText, pairText, z.string()])

/** Returns null for a text of another shape. */
export function handedTextFrom(lines: string): HandedText | null {
  const parsed = linesSchema.safeParse(lines.split('\n'))
  if (!parsed.success) return null
  const [certificate, certified, signature, statement] = parsed.data
  return { certificate, certified, signature, statement }
}

/**
 * The keys by which this device hands leads over and opens what others hand it, for one to two weeks without a network. The device
 * keeps its signing key to itself. 422 for a session without a device, 503 where the server has no key for devices.
 */
export const handOverKeysRoute = post('/hand-over/keys', 'lead.handOver', {
  reads: true,
  body: z.object({ public_key: pairText }),
  answer: z.object({
    data: z.object({
      /** JSON of the certificate, and the server's signature of these very characters. */
      certificate: z.string(),
      certified: z.string(),
      /** The server's P-256 key, by which a device checks the certificates of others. */
      authority: pairText,
      /** By the number of the period. */
      ring: z.array(
        z.object({
          period: z.number().int(),
          /** The P-256 key for which codes are sealed. */
          seal: pairText,
          /** Its private key, by which they are opened. null: this role receives nothing. */
          open: keyText.nullable(),
        }),
      ),
    }),
  }),
})
