/**
 * Catalogues: small reference lists that every device mirrors whole.
 * All share one wire shape: a new list needs one line here and nothing in the sync engine.
 */
import { z } from 'zod'

/** An entry of a list that has only a number and a label (states, statuses, sold …). */
export const entrySchema = z.object({ var_id: z.number().int(), value: z.string() })

const namedSchema = z.object({ id: z.number().int(), name: z.string() })

export const channelSchema = namedSchema.extend({
  parent_id: z.number().int().nullable(),
  custom: z.boolean(),
  attendance_flow: z.object({ status_flow: z.array(z.number().int()) }),
})

export const partnerSchema = namedSchema.extend({
  code_wf: z.string().nullable(),
  release_quote: z.boolean(),
})

/** `type` 1 individual, 2 company. */
export const insuranceSchema = namedSchema.extend({ type: z.union([z.literal(1), z.literal(2)]) })

export const technicalTeamSchema = z.object({
  id: z.number().int(),
  description: z.string(),
  channels: z.array(namedSchema),
})

/** A user as other users see it: enough for names on cards and for the pickers of inviter and broker. */
export const userEntrySchema = namedSchema.extend({
  role_id: z.number().int(),
  /** The inviter's channel decides whether a proposal must be chosen. Rows of older servers lack it. */
  channel_id: z.number().int().default(1),
  login: z.string(),
  phone: z.string(),
  active: z.boolean(),
})

export const settingSchema = z.object({ key: z.string(), value: z.unknown() })

/** The value schema of each kind of catalogue. A device receives the kinds in this order. */
export const catalogueValueSchemas = {
  setting: settingSchema,
  channel: channelSchema,
  insurance: insuranceSchema,
  partner: partnerSchema,
  technical_team: technicalTeamSchema,
  user: userEntrySchema,
  competitor_broker: namedSchema,
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

export type Channel = z.infer<typeof channelSchema>
export type Partner = z.infer<typeof partnerSchema>
export type UserEntry = z.infer<typeof userEntrySchema>
export type CatalogueEntry = z.infer<typeof entrySchema>
