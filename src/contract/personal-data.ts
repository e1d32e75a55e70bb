/** Export and erasure of a client's personal data: docs/rules.md#personal-data */
import { z } from 'zod'
import { clientSchema } from '../domain/client/client.ts'
import { leadSchema } from '../domain/lead/lead.ts'
import { idNumber, wholeNumber } from './decimal.ts'
import { defineRoute } from './route.ts'
import { timelineEntrySchema } from './timeline.ts'

const tag = 'Dados pessoais'
const params = z.object({ id: idNumber.meta({ title: 'Número do cliente' }) })

const fileOfLeadSchema = z.object({
  uid: z.string(),
  size: z.number().int(),
  uploaded_at: z.string(),
})

export const personalDataSchema = z.object({
  generated_at: z.string(),
  client: clientSchema,
  /** The oldest first. */
  leads: z.array(
    z.object({
      lead: leadSchema,
      /** The latest first. */
      timeline: z.array(timelineEntrySchema),
      files: z.array(fileOfLeadSchema),
    }),
  ),
  /** Every other row about the client, by table: proposals, imports, calls, appointments, conversations. */
  elsewhere: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})
export type PersonalData = z.infer<typeof personalDataSchema>

/** The export stands in the audit. 410: the data was erased. */
export const personalDataRoute = defineRoute({
  method: 'GET',
  path: '/clients/:id/personal-data',
  action: 'client.exportData',
  tag,
  params,
  answer: personalDataSchema,
})

/** What the law keeps of a sale. */
const legalKeepSchema = z.object({
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

export const erasureSchema = z.object({
  leads: z.number().int(),
  /** Leads in Origem or in attendance. Afterwards they can only be cancelled. */
  open_leads: z.number().int(),
  /** Rows that go or are blanked, by table. */
  rows: z.record(z.string(), z.number().int()),
  /** Sales inside the time of the law, the latest end first. With any of them an erasure asks for a reason. */
  kept_by_law: z.array(legalKeepSchema),
})
export type ErasureCounts = z.infer<typeof erasureSchema>

/** What an erasure would take. It changes nothing. */
export const erasurePreviewRoute = defineRoute({
  method: 'GET',
  path: '/clients/:id/personal-data/erasure',
  action: 'client.eraseData',
  tag,
  params,
  answer: erasureSchema,
})

/** Erases for good. Repeating it changes nothing. 422 without a reason where the law keeps papers. */
export const erasePersonalDataRoute = defineRoute({
  method: 'DELETE',
  path: '/clients/:id/personal-data',
  action: 'client.eraseData',
  tag,
  params,
  body: z
    .object({
      reason: z.string().trim().max(500).default(''),
      /** false: not even what the law keeps stays. */
      keep: z.boolean().default(true),
    })
    .nullable(),
  answer: z.object({ erased_at: z.string() }),
})

const quoteSchema = z.object({
  /** Names the place for `blankQuotesRoute`. */
  key: z.string(),
  table: z.string(),
  /** The field of the lead, or the column of the table. */
  field: z.string(),
  lead: z.object({ uid: z.string(), id: z.number().int().nullable() }).nullable(),
  excerpt: z.object({ before: z.string(), match: z.string(), after: z.string() }),
  /** Further quotes in the same text. */
  more: z.number().int(),
})

const quotesSchema = z.object({
  quotes: z.array(quoteSchema),
  /** Where the search stopped at its limit; null: everything was read. */
  next: z.string().nullable(),
  /** The limit of one call. */
  seconds: z.number().int(),
})
export type Quotes = z.infer<typeof quotesSchema>
export type Quote = Quotes['quotes'][number]

/** Where other people's rows quote the client. It changes nothing. */
export const quotesRoute = defineRoute({
  method: 'GET',
  path: '/clients/:id/personal-data/quotes',
  action: 'client.eraseData',
  tag,
  params,
  query: z.object({
    /** The `next` of an earlier answer. */
    from: z.string().max(1000).optional(),
  }),
  answer: quotesSchema,
})

/** Blanks the quotes in these places, with all copies. The rest of each text stays. */
export const blankQuotesRoute = defineRoute({
  method: 'POST',
  path: '/clients/:id/personal-data/quotes/blank',
  action: 'client.eraseData',
  tag,
  params,
  body: z.object({ keys: z.array(z.string().max(1000)).min(1).max(500) }),
  answer: z.object({ blanked: z.number().int() }),
})

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
export const legalRecordsRoute = defineRoute({
  method: 'POST',
  path: '/personal-data/legal-records',
  reads: true,
  action: 'client.eraseData',
  tag,
  /** Part of a name, or a document, or a number of a proposal or policy. */
  body: z.object({ text: z.string().trim().max(200).default('') }),
  answer: z.object({ data: z.array(legalRecordSchema), total: z.number().int() }),
})

const withoutContactSchema = z.object({
  years: z.number().int(),
  clients: z.number().int(),
  leads: z.number().int(),
  /** Of them in Origem or in attendance. */
  open_leads: z.number().int(),
  /** Some of the clients, the longest without contact first. */
  first: z.array(z.object({ id: z.number().int(), name: z.string(), last_contact: z.string() })),
})
export type WithoutContact = z.infer<typeof withoutContactSchema>

/** Which clients without business would go after so many years without contact. It changes nothing. */
export const withoutContactRoute = defineRoute({
  method: 'GET',
  path: '/personal-data/without-contact',
  action: 'client.eraseData',
  tag,
  query: z.object({ years: wholeNumber.pipe(z.number().min(1).max(50)) }),
  answer: withoutContactSchema,
})
