/** A dossier: one lead's history with all that proves it, as a file. docs/rules.md#dossier */
import { z } from 'zod'
import { fileIn, signatureSchema } from '../signed/signature.ts'
import { anchorSchema, pathSchema } from './anchors.ts'

export const DOSSIER_FORMAT = 'farol-dossie'
const VERSION = 1

const named = z.array(z.strictObject({ id: z.number().int(), name: z.string() }))
const headSchema = z.strictObject({ seq: z.number().int(), hash: z.string() })

/** What the signature covers. */
export const dossierBodySchema = z.strictObject({
  format: z.literal(DOSSIER_FORMAT),
  version: z.literal(VERSION),
  brokerage: z.string(),
  lead: z.strictObject({ uid: z.string(), id: z.number().int() }),
  /** ISO 8601. */
  made_at: z.string(),
  made_by: z.strictObject({ id: z.number().int(), name: z.string() }),
  /** Of the numbers in links and contents, as they were at the export. */
  names: z.strictObject({ users: named, channels: named, insurances: named, partners: named }),
  links: z.array(
    z.strictObject({
      seq: z.number().int(),
      said: z.string(),
      salt: z.string().nullable(),
      commitment: z.string(),
      hash: z.string(),
      /** The JSON that was sealed, to the letter; null: it is stored no more. */
      content: z.string().nullable(),
    }),
  ),
  head: headSchema,
  /** The last anchor that holds the chain; null: none holds it yet. */
  anchor: z.strictObject({ anchor: anchorSchema, leaf: headSchema, path: pathSchema }).nullable(),
})
export type DossierBody = z.infer<typeof dossierBodySchema>

export const dossierSchema = dossierBodySchema.extend({
  /** null: the server has no key. */
  signature: signatureSchema.nullable(),
})
export type Dossier = z.infer<typeof dossierSchema>

/** What is signed: the body in the order of its schema, however the file was written. */
export const signedText = (dossier: DossierBody): string =>
  JSON.stringify(dossierBodySchema.strip().parse(dossier))

/** null: the text is no dossier that this version reads. */
export const dossierIn = (text: string): Dossier | null => fileIn(dossierSchema, text)

export const dossierName = (id: number): string => `dossie_lead_${id}`
