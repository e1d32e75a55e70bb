/**
 * What each line of insurance asks for: one schema a line, stored with the lead as `insurance_details`.
 * docs/rules.md#details-by-line. Dates are YYYY-MM-DD, money is in cents.
 */
import { z } from 'zod'
import { clientFieldsSchema } from '../client/changes.ts'
import { withoutInvisible } from '../text/invisible.ts'
import { MARITAL_STATUSES, PURPOSES, RESIDENCE_TYPES, SPECIES, VEHICLE_TYPES } from './choices.ts'

const text = (max: number) => z.string().overwrite(withoutInvisible).trim().max(max)
const phone = clientFieldsSchema.shape.phone
const cents = z.int().min(0).max(99_999_999_999).nullable()
const day = z.iso.date().nullable()
const address = clientFieldsSchema.shape.address
/** Two digits, as the mask has them. */
const few = z.int().min(0).max(99)

/** By the kind of line. Several lines share a kind: src/domain/indication/lines.ts. */
export const DETAIL_SCHEMAS = {
  vehicle: z.strictObject({
    kind: z.literal('vehicle'),
    model: text(200),
    type: z.enum(VEHICLE_TYPES),
    chassi: text(17).toUpperCase(),
    renavam: text(11),
    address,
  }),
  residence: z.strictObject({ kind: z.literal('residence'), type: z.enum(RESIDENCE_TYPES) }),
  portable: z.strictObject({
    kind: z.literal('portable'),
    product: text(200),
    value_cents: cents,
    acquisition_date: day,
  }),
  pet: z.strictObject({
    kind: z.literal('pet'),
    quantity: few.min(1),
    breed: text(100),
    species: z.enum(SPECIES),
  }),
  life: z.strictObject({
    kind: z.literal('life'),
    dependents: few,
    /** Absent: it was not asked for, as without the consent. Empty: there are none. */
    serious_illnesses: text(500).optional(),
    marital_status: z.enum(MARITAL_STATUSES),
  }),
  bike: z.strictObject({
    kind: z.literal('bike'),
    brand: text(100),
    value_cents: cents,
    acquisition_date: day,
    storage_address: address,
    purpose: z.enum(PURPOSES),
  }),
  /** Franquia: the deductible of a car's policy. */
  franchise: z.strictObject({ kind: z.literal('franchise'), vehicle: text(200), insurer: text(100) }),
  company: z.strictObject({
    kind: z.literal('company'),
    responsible_name: text(200),
    responsible_email: text(200),
    responsible_mobile: phone,
    responsible_landline: phone,
    observation: text(2000),
  }),
} as const

export type DetailKind = keyof typeof DETAIL_SCHEMAS

export const insuranceDetailsSchema = z.discriminatedUnion('kind', [
  DETAIL_SCHEMAS.vehicle,
  DETAIL_SCHEMAS.residence,
  DETAIL_SCHEMAS.portable,
  DETAIL_SCHEMAS.pet,
  DETAIL_SCHEMAS.life,
  DETAIL_SCHEMAS.bike,
  DETAIL_SCHEMAS.franchise,
  DETAIL_SCHEMAS.company,
])
export type InsuranceDetails = z.infer<typeof insuranceDetailsSchema>

/** Returns a lead's details, or null if it has none, or details of a newer version. */
export function detailsOf(lead: { readonly insurance_details?: unknown }): InsuranceDetails | null {
  return insuranceDetailsSchema.safeParse(lead.insurance_details).data ?? null
}
