/**
 * The lead: one row of the mirror, of the wire and of the server's answers.
 * Nothing here depends on how a lead is stored or shown.
 */
import { z } from 'zod'

const instant = z.string()
const offer = z.union([z.literal(0), z.literal(1), z.literal(2)])
const onTime = z.union([z.literal(0), z.literal(1)])

/** The last scheduling of a lead. `status` 0 is open, 1 closed: docs/rules.md#schedulings. */
export const leadSchedulingSchema = z.object({
  /** ISO 8601 instant with zone. */
  scheduling_date: instant,
  description: z.string(),
  status: z.union([z.literal(0), z.literal(1)]),
})

export const productDetailsSchema = z.object({
  details: z.string(),
  chassis: z.string(),
  license_plate: z.string(),
  year: z.string(),
  brand: z.string(),
})

/**
 * The fields of a lead: docs/rules.md#lead-fields. Instants are ISO 8601 with zone, dates YYYY-MM-DD.
 * The schema is loose: it keeps fields that a newer server sends, since devices run different versions.
 */
export const leadSchema = z.looseObject({
  /** UUIDv7, made by the creator of the lead. The mirror's key. */
  uid: z.string(),
  /** The lead number, assigned by the server. Null until then ('Nº pendente'). */
  id: z.number().int().nullable(),
  /** Id of the transaction that last wrote the row. 0 while only this device has it. */
  version: z.number().int(),

  state: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  status: z.number().int().min(1).max(7),
  channel_id: z.number().int(),
  inviter_id: z.number().int().nullable(),
  broker_id: z.number().int().nullable(),
  partner_id: z.number().int().nullable(),
  insurance_id: z.number().int().nullable(),
  /** Month 1 to 12. */
  insurance_expiration: z.number().int().nullable(),

  client_uid: z.string(),
  /** The server copies these from the client: a card and the board index need one row only. */
  client_name: z.string(),
  client_cpf: z.string(),
  client_cellphone: z.string(),
  client_phone: z.string(),

  proposal: z.string().nullable(),
  proposal_date: instant.nullable(),
  product: z.string().nullable(),
  product_details: productDetailsSchema,
  additional_information: z.string(),
  /** What its line of insurance asked for; `detailsOf` reads it. An older answer of the server lacks it. */
  insurance_details: z.looseObject({ kind: z.string() }).nullable().default(null),

  contact_type: z.number().int().nullable(),
  quoted_type: z.number().int().nullable(),
  sold_type: z.number().int().nullable(),
  contact_date: instant.nullable(),
  quoted_date: instant.nullable(),
  sold_date: instant.nullable(),
  quoted: onTime,
  /** The lead was marked quoted before its link could be opened: docs/rules.md#quote-link */
  quote_link_pending: z.boolean(),
  /** 0 not sold, 1 sold, null undecided. Screens use the value plus one: docs/rules.md#lead-fields. */
  sold: onTime.nullable(),
  lost_sale: z.number().int().nullable(),
  competitor_broker: z.number().int().nullable(),
  old_competitor_broker: z.number().int().nullable(),
  /** Cents. */
  sale_value_cents: z.number().int().nullable(),
  /** Percent, 0 to 100. */
  commission_percentage: z.number().nullable(),
  nps_value: z.number().int().nullable(),
  file_path: z.string().nullable(),
  date_fail: z.boolean(),
  endorsement_date: z.string().nullable(),
  /** End of the policy that was sold. */
  end_of_validity: z.string().nullable(),
  /** Insurer and end of the policy that is being renewed. */
  old_insurer: z.string().nullable(),
  old_end_of_validity: z.string().nullable(),
  /** Its number in the system that it was imported from. An older answer of the server lacks it. */
  old_number: z.string().nullable().default(null),
  /** Null: not answered yet. */
  backup_car: offer.nullable(),
  pague_menos: offer.nullable(),
  seguro_conteudo: offer.nullable(),

  attendance_on_time: onTime.nullable(),
  indication_on_time: onTime.nullable(),
  capture_on_time: onTime.nullable(),
  first_call_on_time: onTime.nullable(),
  create_lead_date: instant,
  capture_date: instant.nullable(),
  first_call_date: instant.nullable(),
  end_lead_date: instant.nullable(),

  service_status: z.number().int().nullable(),
  suspended_lead: z.boolean(),
  on_fire: z.boolean(),
  pending_sell: z.boolean(),
  negociate: z.boolean(),
  /** Ended by 'Cancelar lead': docs/rules.md#cancellation. */
  cancelled: z.boolean(),
  lead_scheduling: leadSchedulingSchema.nullable(),
})

export type Lead = z.infer<typeof leadSchema>
export type LeadScheduling = z.infer<typeof leadSchedulingSchema>
