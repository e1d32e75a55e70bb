/**
 * Catalogues: small reference lists that every device mirrors whole. All share one wire shape, so that the sync engine knows none
 * of them. Those that administration keeps: `lists.ts`.
 */
import { z } from 'zod'
import { absenceSchema } from '../absence/schema.ts'
import { namedSchema, ROW_SCHEMAS } from './lists.ts'

/** An entry of a list that has only a number and a label (states, statuses, sold …). */
export const entrySchema = z.object({ var_id: z.number().int(), value: z.string() })

const { channel, insurance, partner, technical_team, lead_broker_config, ...others } = ROW_SCHEMAS

export {
  channel as channelSchema,
  insurance as insuranceSchema,
  lead_broker_config as leadBrokerConfigSchema,
  partner as partnerSchema,
  technical_team as technicalTeamSchema,
}

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
  channel,
  insurance,
  partner,
  technical_team,
  user: userEntrySchema,
  ...others,
  lead_broker_config,
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

export type TechnicalTeam = CatalogueValue<'technical_team'>
export type Insurance = CatalogueValue<'insurance'>
export type MessageTemplate = CatalogueValue<'message_template'>
export type Insurer = CatalogueValue<'insurer'>
export type CompetitorBroker = CatalogueValue<'competitor_broker'>
export type Channel = CatalogueValue<'channel'>
export type Partner = CatalogueValue<'partner'>
export type UserEntry = CatalogueValue<'user'>
export type CatalogueEntry = z.infer<typeof entrySchema>
