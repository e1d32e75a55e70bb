/** A new lead: docs/rules.md#creation. */
import type { Client } from '../client/client.ts'
import type { SessionUser } from '../session/session-user.ts'
import type { Settings } from '../settings/settings.ts'
import { businessCalendar } from '../sla/business-calendar.ts'
import { onTimeFlag } from '../sla/on-time.ts'
import { EMPTY_PRODUCT, hasProduct, type LeadFields } from './changes.ts'
import type { Lead } from './lead.ts'

/** Defaults of the referral screens: docs/rules.md#referrals. */
export const DEFAULT_CHANNEL = 29
export const DEFAULT_PARTNER = 24
/** Leads that one user may create a day: docs/rules.md#quotas. */
export const REFERRALS_A_DAY = 200
/** The channel of 'Me Indico': users who refer themselves. */
export const SELF_INDICATION_CHANNEL = 7
/** The last insurance that the referral screens offer: docs/rules.md#referrals. */
export const LAST_REFERRAL_INSURANCE = 20

export const emptyLeadFields = (user: Pick<SessionUser, 'id'>, nowIso: string): LeadFields => ({
  channel_id: DEFAULT_CHANNEL,
  inviter_id: user.id,
  broker_id: null,
  partner_id: null,
  insurance_id: null,
  insurance_expiration: null,
  proposal: null,
  proposal_date: nowIso,
  product: null,
  product_details: EMPTY_PRODUCT,
  additional_information: '',
  contact_type: null,
  quoted_type: null,
  sold_type: null,
  contact_date: null,
  quoted_date: null,
  sold_date: null,
  sold: null,
  lost_sale: null,
  competitor_broker: null,
  sale_value_cents: null,
  commission_percentage: null,
  date_fail: false,
  endorsement_date: null,
  end_of_validity: null,
  old_insurer: null,
  old_end_of_validity: null,
  backup_car: null,
  pague_menos: null,
  seguro_conteudo: null,
})

interface Creation {
  readonly uid: string
  readonly fields: LeadFields
  readonly client: Pick<Client, 'uid' | 'name' | 'cpf' | 'cellphone' | 'phone'>
  readonly occurredAt: string
  readonly settings: Settings
}

/** On time when fewer working hours than the setting passed since the proposal, or when there is no proposal date. */
function indicationOnTime({ fields, occurredAt, settings }: Creation): 0 | 1 {
  if (fields.proposal_date === null) return 1
  const calendar = businessCalendar(settings.business_hours)
  return onTimeFlag(fields.proposal_date, occurredAt, settings.indication_on_time, calendar)
}

/** Returns a lead of state 1, status 1. Its number is null until the server assigns one. */
export function newLead(creation: Creation): Lead {
  const { uid, fields, client, occurredAt } = creation
  return {
    ...fields,
    product_details: hasProduct(fields)
      ? fields.product_details
      : { ...EMPTY_PRODUCT, details: fields.product_details.details },
    uid,
    id: null,
    version: 0,
    state: 1,
    status: 1,
    client_uid: client.uid,
    client_name: client.name,
    client_cpf: client.cpf,
    client_cellphone: client.cellphone,
    client_phone: client.phone,
    quoted: 0,
    quote_link_pending: false,
    insurance_details: null,
    old_competitor_broker: null,
    old_number: null,
    nps_value: null,
    file_path: null,
    attendance_on_time: null,
    indication_on_time: indicationOnTime(creation),
    capture_on_time: null,
    first_call_on_time: null,
    create_lead_date: occurredAt,
    capture_date: null,
    first_call_date: null,
    end_lead_date: null,
    service_status: null,
    suspended_lead: false,
    on_fire: false,
    pending_sell: false,
    negociate: false,
    cancelled: false,
    lead_scheduling: null,
  }
}
