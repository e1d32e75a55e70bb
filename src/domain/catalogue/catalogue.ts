/**
 * Catalogues: small reference lists that every device mirrors whole.
 * All share one wire shape: a new list needs one line here and nothing in the sync engine.
 */
import { z } from 'zod'
import { absenceSchema } from '../absence/schema.ts'
import { PURPOSES } from '../whatsapp/templates.ts'

/** An entry of a list that has only a number and a label (states, statuses, sold …). */
export const entrySchema = z.object({ var_id: z.number().int(), value: z.string() })

const namedSchema = z.object({ id: z.number().int(), name: z.string() })

/** An inactive entry is no choice for new leads and stays on old ones. Rows of an earlier version lack the field. */
const active = z.boolean().default(true)

export const channelSchema = namedSchema.extend({
  parent_id: z.number().int().nullable(),
  custom: z.boolean(),
  attendance_flow: z.object({ status_flow: z.array(z.number().int()) }),
  active,
  /** Its leads renew a policy: docs/rules.md#channels. Rows of an earlier version lack the field. */
  renewal: z.boolean().default(false),
})

export const partnerSchema = namedSchema.extend({
  code_wf: z.string().nullable(),
  release_quote: z.boolean(),
  active,
})

/** `type` 1 individual, 2 company. */
export const insuranceSchema = namedSchema.extend({
  type: z.union([z.literal(1), z.literal(2)]),
  active,
  /** It insures persons: docs/rules.md#legal-keep. Rows of an earlier version lack the field. */
  persons: z.boolean().default(false),
})

export const technicalTeamSchema = z.object({
  id: z.number().int(),
  description: z.string(),
  channels: z.array(namedSchema),
  active,
})

export const competitorBrokerSchema = namedSchema.extend({ active })

/** With every spelling by which files name it: docs/rules.md#insurers */
export const insurerSchema = namedSchema.extend({
  susep: z.string().nullable(),
  aliases: z.array(z.string()),
  active,
})

/** A text of WhatsApp messages: docs/rules.md#message-templates */
export const messageTemplateSchema = namedSchema.extend({
  purpose: z.enum(PURPOSES),
  /** With fields in braces: src/domain/whatsapp/merge-fields.ts */
  body: z.string(),
  /** Its name and language where Meta approved it; null: it is opened by link alone. */
  meta_name: z.string().nullable(),
  meta_language: z.string().nullable(),
  position: z.number().int(),
  active,
})

/** Which broker gets a dealership's leads of a channel and an insurance. `status` 1: in force. */
export const leadBrokerConfigSchema = z.object({
  id: z.number().int(),
  channel_id: z.number().int(),
  partner_id: z.number().int(),
  insurance_id: z.number().int(),
  broker_id: z.number().int(),
  status: z.union([z.literal(0), z.literal(1)]),
})

/** A user as other users see it: enough for names on cards and for the pickers of inviter and broker. */
export const userEntrySchema = namedSchema.extend({
  role_id: z.number().int(),
  /** The inviter's channel decides whether a proposal must be chosen. Rows of older servers lack it. */
  channel_id: z.number().int().default(1),
  login: z.string(),
  phone: z.string(),
  active: z.boolean(),
  /** Empty for whom it is not: docs/rules.md#what-each-role-sees-of-a-lead */
  email: z.string().default(''),
  /** The address was confirmed. */
  verified: z.boolean().default(true),
  /** False: never entered, so given no leads. docs/rules.md#assignable-brokers */
  signs_in: z.boolean().default(true),
  technical_team_id: z.number().int().nullable().default(null),
  /** ISO 8601; null for whom it is not. */
  created_at: z.string().nullable().default(null),
  /** Those that are not over; none for whom it is not. docs/rules.md#absences */
  absences: z.array(absenceSchema).optional(),
})

/** When the device's own user last opened a screen that counts what is new. */
export const userViewSchema = z.object({ screen: z.string(), opened_at: z.string() })

export const settingSchema = z.object({ key: z.string(), value: z.unknown() })

/** The value schema of each kind of catalogue. A device receives the kinds in this order. */
export const catalogueValueSchemas = {
  setting: settingSchema,
  channel: channelSchema,
  insurance: insuranceSchema,
  partner: partnerSchema,
  technical_team: technicalTeamSchema,
  user: userEntrySchema,
  competitor_broker: competitorBrokerSchema,
  insurer: insurerSchema,
  message_template: messageTemplateSchema,
  lead_broker_config: leadBrokerConfigSchema,
  user_view: userViewSchema,
  lead_state: entrySchema,
  lead_status: entrySchema,
  lead_sold: entrySchema,
  lead_lost_sale: entrySchema,
  lead_contact_type: entrySchema,
  lead_service_status: entrySchema,
  calls_result: entrySchema,
} as const

export type CatalogueKind = keyof typeof catalogueValueSchemas
export type CatalogueValue<Kind extends CatalogueKind> = z.infer<(typeof catalogueValueSchemas)[Kind]>

/** Rises when a mirrored row gains a field: devices then pull all rows again instead of holding some without it. */
export const SCHEMA_REVISION = 2

/** Returns the rows that a new value may be chosen from: the active ones, and those that are chosen already. */
export function choosable<Row extends { readonly id: number; readonly active: boolean }>(
  rows: Iterable<Row>,
  ...chosen: readonly (number | null | undefined)[]
): Row[] {
  return [...rows].filter(({ id, active: offered }) => offered || chosen.includes(id))
}

export type TechnicalTeam = z.infer<typeof technicalTeamSchema>
export type Insurance = z.infer<typeof insuranceSchema>
export type MessageTemplate = z.infer<typeof messageTemplateSchema>
export type Insurer = z.infer<typeof insurerSchema>
export type CompetitorBroker = z.infer<typeof competitorBrokerSchema>
export type Channel = z.infer<typeof channelSchema>
export type Partner = z.infer<typeof partnerSchema>
export type UserEntry = z.infer<typeof userEntrySchema>
export type CatalogueEntry = z.infer<typeof entrySchema>
