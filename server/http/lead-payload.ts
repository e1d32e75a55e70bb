/** Converts the lead's fields of REST to those of the commands. */
import type { ExternalLeadRequest, UpdateLeadRequest } from '../../src/contract/lead.ts'
import { EMPTY_PRODUCT, type LeadChanges, type LeadFields } from '../../src/domain/lead/changes.ts'
import { emptyLeadFields } from '../../src/domain/lead/creation.ts'
import { referralPartners } from '../../src/domain/lead/creation-scope.ts'
import { overlay } from '../../src/domain/record/overlay.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'

type Payload = Omit<UpdateLeadRequest, 'state' | 'status' | 'quoted' | 'negociate' | 'pending_sell'>

/** Only the sent fields. Missing fields do not change. */
export function leadChangesOf(payload: Payload | ExternalLeadRequest): LeadChanges {
  const known = new Set<string>(Object.keys(emptyLeadFields({ id: 0 }, '')))
  const renamed = 'sale_value' in payload ? { ...payload, sale_value_cents: payload.sale_value } : payload
  return Object.fromEntries(
    Object.entries(renamed).filter(([field, value]) => known.has(field) && value !== undefined),
  )
}

/** All fields of a new lead. Missing fields get the create form's defaults. */
export function leadFieldsOf(
  payload: Payload | ExternalLeadRequest,
  { user, occurredAt, partner }: { user: SessionUser; occurredAt: string; partner: number | null },
): LeadFields {
  const { product_details, ...changes } = leadChangesOf(payload)
  const empty = { ...emptyLeadFields(user, occurredAt), partner_id: partner }
  return { ...overlay(empty, changes), product_details: overlay(EMPTY_PRODUCT, product_details ?? {}) }
}

/** The partner of a referral without one; null when the user has none. */
export const defaultPartner = (user: SessionUser): number | null => referralPartners(user)[0] ?? null
