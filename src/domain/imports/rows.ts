/** What a line of a list says once it is read, with the numbers of whom and what it names. docs/rules.md#any-import */
import { z } from 'zod'
import { clientFieldsSchema } from '../client/changes.ts'
import { type RenewalRow, renewalRowSchema } from '../renewals/rows.ts'
import { roleIdSchema } from '../session/session-user.ts'

const day = z.iso.date().nullable()
/** ISO 8601 with zone. */
const instant = z.iso.datetime({ offset: true }).nullable()
/** The number of a row of Farol; null: none. */
const id = z.number().int().nullable()
/** What of the line was left out. */
const notes = z.array(z.string())

/** '' where the file has none: then the line is known by what it says. */
const old_number = z.string()

export const clientRowSchema = z.object({ old_number, client: clientFieldsSchema, notes })
export type ClientRow = z.infer<typeof clientRowSchema>

export const LEAD_RESULTS = ['open', 'negotiating', 'sold', 'lost', 'cancelled'] as const
export type LeadResult = (typeof LEAD_RESULTS)[number]

export const leadRowSchema = z.object({
  old_number,
  client: clientFieldsSchema,
  /** null: the file does not say it, and no other date of the line does. The lead is then of the import's day. */
  created_at: instant,
  captured_at: instant,
  first_call_at: instant,
  proposal_at: instant,
  /** Of a sold, lost or cancelled lead never null, of another one always. */
  ended_at: instant,
  result: z.enum(LEAD_RESULTS),
  lost_sale: id,
  broker_id: id,
  inviter_id: id,
  partner_id: id,
  channel_id: z.number().int(),
  insurance_id: id,
  /** As the file has it; '' where it has none. */
  product: z.string(),
  sale_value_cents: z.number().int().nullable(),
  commission_percentage: z.number().min(0).max(100).nullable(),
  insurer: z.string(),
  end_of_validity: day,
  endorsement_date: day,
  additional_information: z.string(),
  notes,
})
export type LeadRow = z.infer<typeof leadRowSchema>

export const userRowSchema = z.object({
  name: z.string(),
  mail: z.string(),
  /** '' where the file has none: the server makes one of the mail. */
  login: z.string(),
  phone: z.string(),
  role_id: roleIdSchema,
  /** Always given for roles above 3. */
  channel_id: id,
  partner_ids: z.array(z.number().int()),
  technical_team_id: id,
  notes,
})
export type UserRow = z.infer<typeof userRowSchema>

export const partnerRowSchema = z.object({ name: z.string(), code_wf: z.string().nullable(), notes })
export type PartnerRow = z.infer<typeof partnerRowSchema>

export const importRowSchemas = {
  clients: clientRowSchema,
  leads: leadRowSchema,
  users: userRowSchema,
  partners: partnerRowSchema,
  renewals: renewalRowSchema,
} as const
export interface ImportRows {
  readonly clients: ClientRow
  readonly leads: LeadRow
  readonly users: UserRow
  readonly partners: PartnerRow
  readonly renewals: RenewalRow
}
