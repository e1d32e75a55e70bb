/** Fields that the lead form writes, and the changes that follow from them: docs/rules.md#what-a-save-changes. */
import { z } from 'zod'
import { overlay } from '../record/overlay.ts'
import { keysOf, partsOf } from '../record/parts.ts'
import type { SessionUser } from '../session/session-user.ts'
import { LEAD_FIELDS } from './fields.ts'
import { isVehicle } from './insurance-line.ts'
import type { Lead } from './lead.ts'
import { leadPermissions } from './lead-permissions.ts'

/** Every field that the form writes. Money is in cents, instants are ISO 8601 with zone, dates YYYY-MM-DD. */
export const leadFieldsSchema = z.strictObject(partsOf(LEAD_FIELDS, 'typed'))
export type LeadFields = z.infer<typeof leadFieldsSchema>
export type FormField = keyof LeadFields

/** The fields of the form, in the order of the wire. */
export const FORM_FIELDS: readonly FormField[] = keysOf(leadFieldsSchema.shape)
export const isFormField = (field: string): field is FormField => Object.hasOwn(leadFieldsSchema.shape, field)

/** All fields, as a stored creation or draft has them. One of an older app version lacks the newest fields. */
export const keptLeadFieldsSchema = leadFieldsSchema.extend(partsOf(LEAD_FIELDS, 'kept'))

/** Only the changed fields; of the product's details, too. */
export const leadChangesSchema = leadFieldsSchema
  .omit({ product_details: true })
  .extend({ product_details: leadFieldsSchema.shape.product_details.partial() })
  .partial()
export type LeadChanges = z.infer<typeof leadChangesSchema>

export const EMPTY_PRODUCT: Lead['product_details'] = LEAD_FIELDS.product_details.fresh

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
export function withDependencies(lead: Lead, user: Pick<SessionUser, 'id' | 'roles' | 'covers'>): Lead {
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
  user: Pick<SessionUser, 'id' | 'roles' | 'covers'>,
): Lead {
  const changed = {
    ...overlay(lead, rest),
    product_details: overlay(lead.product_details, product_details ?? {}),
  }
  return withDependencies(changed, user)
}
