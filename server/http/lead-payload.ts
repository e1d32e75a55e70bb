/** Converts the lead's fields of REST to the fields of the commands. */
import type { ExternalLeadRequest, UpdateLeadRequest } from '../../src/contract/lead.ts'
import {
  EMPTY_PRODUCT,
  FORM_FIELDS,
  type LeadChanges,
  type LeadFields,
} from '../../src/domain/lead/changes.ts'
import { emptyLeadFields } from '../../src/domain/lead/creation.ts'
import { referralPartners } from '../../src/domain/lead/creation-scope.ts'
import { LEAD_FIELDS } from '../../src/domain/lead/fields.ts'
import { overlay } from '../../src/domain/record/overlay.ts'
import { partsOf } from '../../src/domain/record/parts.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'

type Payload = Omit<UpdateLeadRequest, 'state' | 'status' | 'quoted' | 'negociate' | 'pending_sell'>

/** Fields that have another name in a body. */
const RENAMED = new Map<string, string>(Object.entries(partsOf(LEAD_FIELDS, 'rest')))
/** The form's fields by their names in a body. */
const FIELDS = new Map(FORM_FIELDS.map((field) => [RENAMED.get(field) ?? field, field]))

/** Only the sent fields. Missing fields do not change. */
export const leadChangesOf = (payload: Payload | ExternalLeadRequest): LeadChanges =>
  Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]) => {
      const field = FIELDS.get(name)
      return field === undefined || value === undefined ? [] : [[field, value]]
    }),
  )

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
