/** Export and erasure of a client's personal data: docs/rules.md#personal-data */
import { z } from 'zod'
import { clientSchema } from '../domain/client/client.ts'
import { leadSchema } from '../domain/lead/lead.ts'
import { idNumber } from './decimal.ts'
import { legalKeepSchema } from './legal-keep.ts'
import { routesOf } from './route.ts'
import { timelineEntrySchema } from './timeline.ts'

const { get, remove } = routesOf('Dados pessoais')
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

/** The audit records the export. 410: the data was erased. */
export const personalDataRoute = get('/clients/:id/personal-data', 'client.exportData', {
  confirms: 'always',
  params,
  answer: personalDataSchema,
})

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
export const erasurePreviewRoute = get('/clients/:id/personal-data/erasure', 'client.eraseData', {
  params,
  answer: erasureSchema,
})

/** Erases for good. Repeating it changes nothing. 422 without a reason where the law keeps papers. */
export const erasePersonalDataRoute = remove('/clients/:id/personal-data', 'client.eraseData', {
  confirms: 'always',
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
