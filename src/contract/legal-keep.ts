/**
 * What the law requires to keep of erased clients, and which clients are erased after years without contact:
 * docs/rules.md#legal-keep
 */
import { z } from 'zod'
import { wholeNumber } from './decimal.ts'
import { routesOf } from './route.ts'

const { get, post } = routesOf('Dados pessoais')

/** What the law keeps of a sale. */
export const legalKeepSchema = z.object({
  lead_id: z.number().int(),
  insurance: z.string(),
  proposal: z.string().nullable(),
  policy_number: z.string().nullable(),
  /** Days. The end of the policy is null where it is not known. */
  sold_on: z.string().nullable(),
  valid_until: z.string().nullable(),
  keep_until: z.string(),
})
export type LegalKeep = z.infer<typeof legalKeepSchema>

const legalRecordSchema = legalKeepSchema.extend({
  id: z.number().int(),
  client_id: z.number().int(),
  insured_name: z.string(),
  insured_document: z.string(),
  reason: z.string(),
  created_at: z.string(),
})
export type LegalRecord = z.infer<typeof legalRecordSchema>

/** What the law keeps of erased clients, those that end first at the top. */
export const legalRecordsRoute = post('/personal-data/legal-records', 'client.eraseData', {
  reads: true,
  /** Part of a name, or a document, or a number of a proposal or policy. */
  body: z.object({ text: z.string().trim().max(200).default('') }),
  answer: z.object({ data: z.array(legalRecordSchema), total: z.number().int() }),
})

const withoutContactSchema = z.object({
  years: z.number().int(),
  clients: z.number().int(),
  /** Whether there are more clients than are counted. */
  more: z.boolean(),
  leads: z.number().int(),
  /** Of them in Origem or in attendance. */
  open_leads: z.number().int(),
  /** Some of the clients, the longest without contact first. */
  first: z.array(z.object({ id: z.number().int(), name: z.string(), last_contact: z.string() })),
})
export type WithoutContact = z.infer<typeof withoutContactSchema>

/** Which clients without business would go after so many years without contact. It changes nothing. */
export const withoutContactRoute = get('/personal-data/without-contact', 'client.eraseData', {
  query: z.object({ years: wholeNumber.pipe(z.number().min(1).max(50)) }),
  answer: withoutContactSchema,
})
