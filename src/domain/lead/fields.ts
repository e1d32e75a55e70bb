/**
 * The fields of a lead, each declared once: docs/rules.md#lead-fields. Schemas, the value of a new lead, the server's
 * columns and select list, who sees a field and what a returning lead keeps of it are derived from this table. A
 * field's label is in `field-words.ts`, and what only the server needs is in `server/records/lead-fields.ts`. Neither compiles
 * without a line for each field.
 */
import { z } from 'zod'
import { obligationSchema } from '../obligations/fields.ts'
import { keysOf, type Parts, partsOf } from '../record/parts.ts'
import { MOST_NOTES } from './notes-length.ts'
import { SCHEDULING_FIELDS } from './scheduling-fields.ts'

/** Instants are ISO 8601 with zone, days YYYY-MM-DD. */
const text = z.string()
const instant = z.string()
const day = z.string()
const number = z.number().int()
const onTime = z.union([z.literal(0), z.literal(1)])
const offer = z.union([z.literal(0), z.literal(1), z.literal(2)])

/** As the form's commands send it. Row numbers are 32-bit integers, money is in cents. */
const typed = {
  text: (max: number) => z.string().max(max),
  id: z.int32(),
  cents: z.number().int().min(0).max(99_999_999_999),
  instant: z.iso.datetime({ offset: true }),
  day: z.iso.date(),
}

/** A message that its broker may send: docs/rules.md#suggested-messages. Without a template, the user writes it. */
const suggestedMessageSchema = z.object({
  uid: text,
  template_id: number.nullable(),
  /** In words: why it is suggested. */
  reason: text,
  /** Who sent what did not go. null, or missing in an older answer: it is suggested, and nobody sent it. */
  sender_id: number.nullable().optional(),
  made_at: instant,
})
export type SuggestedMessage = z.infer<typeof suggestedMessageSchema>

const productDetailsSchema = z.object({
  details: text,
  chassis: text,
  license_plate: text,
  year: text,
  brand: text,
})

/** What the server copies of the client: a card and the board index need one row only. */
type ClientCopy = 'name' | 'cpf' | 'cellphone' | 'phone'

interface Traits<Type extends z.ZodType> {
  /** The value of a new lead. A field without one does not compile in `newLead` until that sets it. */
  readonly fresh?: z.output<Type>
  /** Absent: every role that sees the lead. Others than staff see the value of a new lead: `seen-columns.ts` */
  readonly seenBy?: 'staff'
  /** The form writes it, as this schema has it in a command. */
  readonly typed?: z.ZodType
  /** `typed` with a default, for a creation or draft of an app version that did not have the field. */
  readonly kept?: z.ZodType
  /** Its name in the bodies of REST, where that is another one. */
  readonly rest?: string
  /** A lead that returns keeps the lost lead's value: docs/rules.md#returning */
  readonly returns?: true
  /** The client's column of which it is a copy. */
  readonly client?: ClientCopy
  /**
   * How the table `leads` stores it; absent: in a column of its name. `key`: no change writes it. `apart`: in columns of
   * other names.
   */
  readonly stored?: 'json' | 'key' | 'apart'
}

const field = <Type extends z.ZodType, const Given extends Traits<Type>>(type: Type, traits: Given) => ({
  type,
  ...traits,
})

/** In the order of the wire's columns. */
export const LEAD_FIELDS = {
  /** UUIDv7, made by the creator of the lead. The mirror's key. */
  uid: field(text, { stored: 'key' }),
  /** The lead number, assigned by the server. Null until then ('Nº pendente'). */
  id: field(number.nullable(), { fresh: null, stored: 'key' }),
  /** Id of the transaction that last wrote the row. 0 while only this device has it. */
  version: field(number, { fresh: 0, stored: 'key' }),

  state: field(z.union([z.literal(1), z.literal(2), z.literal(3)]), { fresh: 1 }),
  status: field(number.min(1).max(7), { fresh: 1 }),
  channel_id: field(number, { typed: typed.id }),
  inviter_id: field(number.nullable(), { fresh: null, typed: typed.id.nullable() }),
  broker_id: field(number.nullable(), { fresh: null, typed: typed.id.nullable() }),
  partner_id: field(number.nullable(), { fresh: null, typed: typed.id.nullable(), returns: true }),
  insurance_id: field(number.nullable(), { fresh: null, typed: typed.id.nullable(), returns: true }),
  /** Month 1 to 12. */
  insurance_expiration: field(number.nullable(), {
    fresh: null,
    typed: typed.id.min(1).max(12).nullable(),
  }),

  client_uid: field(text, {}),
  client_name: field(text, { client: 'name' }),
  client_cpf: field(text, { client: 'cpf' }),
  client_cellphone: field(text, { client: 'cellphone' }),
  client_phone: field(text, { client: 'phone' }),

  proposal: field(text.nullable(), { fresh: null, typed: typed.text(60).nullable() }),
  proposal_date: field(instant.nullable(), { fresh: null, typed: typed.instant.nullable() }),
  product: field(text.nullable(), { fresh: null, typed: typed.text(200).nullable(), returns: true }),
  product_details: field(productDetailsSchema, {
    fresh: { details: '', chassis: '', license_plate: '', year: '', brand: '' },
    typed: z.strictObject({
      details: typed.text(2000),
      chassis: typed.text(40),
      license_plate: typed.text(10),
      year: typed.text(9),
      brand: typed.text(100),
    }),
    returns: true,
    stored: 'json',
  }),
  additional_information: field(text, { fresh: '', typed: typed.text(MOST_NOTES) }),

  contact_type: field(number.nullable(), { fresh: null, typed: typed.id.nullable() }),
  quoted_type: field(number.nullable(), { fresh: null, typed: typed.id.nullable() }),
  sold_type: field(number.nullable(), { fresh: null, typed: typed.id.nullable() }),
  contact_date: field(instant.nullable(), { fresh: null, typed: typed.instant.nullable() }),
  quoted_date: field(instant.nullable(), { fresh: null, typed: typed.instant.nullable() }),
  sold_date: field(instant.nullable(), { fresh: null, typed: typed.instant.nullable() }),
  quoted: field(onTime, { fresh: 0 }),
  /** The lead was marked quoted before its link could be opened: docs/rules.md#quote-link */
  quote_link_pending: field(z.boolean(), { fresh: false, seenBy: 'staff' }),
  /** 0 not sold, 1 sold, null undecided. Screens use the value plus one: docs/rules.md#lead-fields. */
  sold: field(onTime.nullable(), { fresh: null, typed: onTime.nullable() }),
  lost_sale: field(number.nullable(), { fresh: null, typed: typed.id.nullable() }),
  competitor_broker: field(number.nullable(), {
    fresh: null,
    seenBy: 'staff',
    typed: typed.id.nullable(),
  }),
  old_competitor_broker: field(number.nullable(), { fresh: null, seenBy: 'staff' }),
  /** Cents. */
  sale_value_cents: field(number.nullable(), {
    fresh: null,
    seenBy: 'staff',
    typed: typed.cents.nullable(),
    rest: 'sale_value',
  }),
  /** Percent, 0 to 100. */
  commission_percentage: field(z.number().nullable(), {
    fresh: null,
    seenBy: 'staff',
    typed: z.number().min(0).max(100).nullable(),
  }),
  nps_value: field(number.nullable(), { fresh: null, seenBy: 'staff' }),
  file_path: field(text.nullable(), { fresh: null, seenBy: 'staff' }),
  date_fail: field(z.boolean(), { fresh: false, typed: z.boolean() }),
  endorsement_date: field(day.nullable(), { fresh: null, typed: typed.day.nullable() }),
  /** End of the policy that was sold. */
  end_of_validity: field(day.nullable(), { fresh: null, typed: typed.day.nullable() }),
  /** Insurer and end of the policy that is being renewed. */
  old_insurer: field(text.nullable(), {
    fresh: null,
    seenBy: 'staff',
    typed: typed.text(100).nullable(),
    kept: typed.text(100).nullable().default(null),
  }),
  old_end_of_validity: field(day.nullable(), {
    fresh: null,
    seenBy: 'staff',
    typed: typed.day.nullable(),
    kept: typed.day.nullable().default(null),
  }),
  /** Its number in the system that it was imported from. An older answer of the server lacks it. */
  old_number: field(text.nullable().default(null), { fresh: null, seenBy: 'staff' }),
  /**
   * What its line of insurance asked for; `detailsOf` reads it. A life insurance asks for illnesses, and a dealership sees
   * the leads that others indicated for it. An older answer of the server lacks it.
   */
  insurance_details: field(z.looseObject({ kind: text }).nullable().default(null), {
    fresh: null,
    seenBy: 'staff',
    returns: true,
    stored: 'json',
  }),
  /** Null: not answered yet. */
  backup_car: field(offer.nullable(), { fresh: null, typed: offer.nullable() }),
  pague_menos: field(offer.nullable(), { fresh: null, typed: offer.nullable() }),
  seguro_conteudo: field(offer.nullable(), { fresh: null, typed: offer.nullable() }),

  attendance_on_time: field(onTime.nullable(), { fresh: null }),
  indication_on_time: field(onTime.nullable(), { fresh: null }),
  capture_on_time: field(onTime.nullable(), { fresh: null }),
  first_call_on_time: field(onTime.nullable(), { fresh: null }),
  create_lead_date: field(instant, {}),
  capture_date: field(instant.nullable(), { fresh: null }),
  first_call_date: field(instant.nullable(), { fresh: null }),
  end_lead_date: field(instant.nullable(), { fresh: null }),

  service_status: field(number.nullable(), { fresh: null }),
  suspended_lead: field(z.boolean(), { fresh: false }),
  on_fire: field(z.boolean(), { fresh: false }),
  pending_sell: field(z.boolean(), { fresh: false }),
  negociate: field(z.boolean(), { fresh: false }),
  /** Ended by 'Cancelar lead': docs/rules.md#cancellation. */
  cancelled: field(z.boolean(), { fresh: false }),
  /** The last one. */
  lead_scheduling: field(z.object(partsOf(SCHEDULING_FIELDS, 'stored')).nullable(), {
    fresh: null,
    stored: 'apart',
  }),
  /** The first undecided one. An older answer of the server lacks it. */
  suggested_message: field(suggestedMessageSchema.nullable().default(null), {
    fresh: null,
    seenBy: 'staff',
    stored: 'json',
  }),
  /** Limits of the law that run, the nearest first; null: none does. An older answer of the server lacks it. */
  obligations: field(z.array(obligationSchema).nullable().default(null), {
    fresh: null,
    seenBy: 'staff',
    stored: 'json',
  }),
} as const

type Declared = typeof LEAD_FIELDS

export type LeadField = keyof Declared
/** The names of the fields that have this trait. */
export type FieldWith<Trait extends keyof Traits<z.ZodType>> = Trait extends string
  ? keyof Parts<Declared, Trait>
  : never

export const LEAD_FIELD_NAMES: readonly LeadField[] = keysOf(LEAD_FIELDS)

/** The values of a new lead that nothing else sets. */
export const FRESH_LEAD = partsOf(LEAD_FIELDS, 'fresh')
