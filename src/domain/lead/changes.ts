/** Fields that the lead form writes, and the changes that follow from them: docs/rules.md#what-a-save-changes. */
import { z } from 'zod'
import { overlay } from '../record/overlay.ts'
import type { SessionUser } from '../session/session-user.ts'
import { isVehicle } from './insurance-line.ts'
import type { Lead } from './lead.ts'
import { leadPermissions } from './lead-permissions.ts'

/** Row numbers are 32-bit integers. */
const id = z.int32()
const cents = z.number().int().min(0).max(99_999_999_999)
const text = (max: number) => z.string().max(max)
const instant = z.iso.datetime({ offset: true })
/** Characters of a lead's notes. */
export const MOST_NOTES = 4000
const offer = z.union([z.literal(0), z.literal(1), z.literal(2)])

/** Every field that the form writes. Money is in cents, instants are ISO 8601 with zone, dates YYYY-MM-DD. */
export const leadFieldsSchema = z.strictObject({
  channel_id: id,
  inviter_id: id.nullable(),
  broker_id: id.nullable(),
  partner_id: id.nullable(),
  insurance_id: id.nullable(),
  insurance_expiration: id.min(1).max(12).nullable(),
  proposal: text(60).nullable(),
  proposal_date: instant.nullable(),
  product: text(200).nullable(),
  product_details: z.strictObject({
    details: text(2000),
    chassis: text(40),
    license_plate: text(10),
    year: text(9),
    brand: text(100),
  }),
  additional_information: text(MOST_NOTES),
  contact_type: id.nullable(),
  quoted_type: id.nullable(),
  sold_type: id.nullable(),
  contact_date: instant.nullable(),
  quoted_date: instant.nullable(),
  sold_date: instant.nullable(),
  sold: z.union([z.literal(0), z.literal(1)]).nullable(),
  lost_sale: id.nullable(),
  competitor_broker: id.nullable(),
  sale_value_cents: cents.nullable(),
  commission_percentage: z.number().min(0).max(100).nullable(),
  date_fail: z.boolean(),
  endorsement_date: z.iso.date().nullable(),
  end_of_validity: z.iso.date().nullable(),
  old_insurer: text(100).nullable(),
  old_end_of_validity: z.iso.date().nullable(),
  backup_car: offer.nullable(),
  pague_menos: offer.nullable(),
  seguro_conteudo: offer.nullable(),
})
export type LeadFields = z.infer<typeof leadFieldsSchema>

/** All fields, as a stored creation or draft has them. One of an older app version lacks the newest fields. */
export const keptLeadFieldsSchema = leadFieldsSchema.extend({
  old_insurer: leadFieldsSchema.shape.old_insurer.default(null),
  old_end_of_validity: leadFieldsSchema.shape.old_end_of_validity.default(null),
})

/** Only the changed fields; of the product's details, too. */
export const leadChangesSchema = leadFieldsSchema
  .omit({ product_details: true })
  .extend({ product_details: leadFieldsSchema.shape.product_details.partial() })
  .partial()
export type LeadChanges = z.infer<typeof leadChangesSchema>

export const EMPTY_PRODUCT: Lead['product_details'] = {
  details: '',
  chassis: '',
  license_plate: '',
  year: '',
  brand: '',
}

/**
 * Whether there is an insured product. Without one the vehicle's fields have no meaning. A vehicle's insurance always
 * has one.
 */
export const hasProduct = (lead: Pick<Lead, 'product' | 'insurance_id'>) =>
  isVehicle(lead.insurance_id) || (lead.product !== null && lead.product.trim() !== '')

/** The fields that only a sale has. */
export type SaleAmounts = Pick<Lead, 'sale_value_cents' | 'commission_percentage'>

/**
 * Returns the fields with the consequences of the outcome. A sale has no reason of loss. Only the reason 5 has a
 * competitor. A loss has neither value nor commission: docs/rules.md#what-a-save-changes.
 */
export function withSaleDependencies<
  Fields extends Pick<Lead, 'sold' | 'lost_sale' | 'competitor_broker'> & SaleAmounts,
>(lead: Fields): Fields {
  if (lead.sold === 1) return { ...lead, lost_sale: null, competitor_broker: null }
  if (lead.sold === null) return lead
  const lost = { ...lead, sale_value_cents: null, commission_percentage: null }
  return lead.lost_sale === 5 ? lost : { ...lost, competitor_broker: null }
}

/** Returns the lead with the consequences of its outcome, of a missing product, and of `can_finish` being false. */
export function withDependencies(lead: Lead, user: Pick<SessionUser, 'id' | 'roles'>): Lead {
  const sale = withSaleDependencies(lead)
  const product = hasProduct(sale)
    ? sale
    : { ...sale, product_details: { ...EMPTY_PRODUCT, details: sale.product_details.details } }
  return leadPermissions(product, user, null).can_finish
    ? product
    : { ...product, backup_car: null, pague_menos: null, seguro_conteudo: null, sold: null }
}

/** Returns the lead with the form's changes and their consequences. */
export function changeLead(
  lead: Lead,
  { product_details, ...rest }: LeadChanges,
  user: Pick<SessionUser, 'id' | 'roles'>,
): Lead {
  const changed = {
    ...overlay(lead, rest),
    product_details: overlay(lead.product_details, product_details ?? {}),
  }
  return withDependencies(changed, user)
}
