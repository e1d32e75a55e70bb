/** A new lead: docs/rules.md#creation. */
import type { Client } from '../client/client.ts'
import { picked } from '../record/parts.ts'
import type { SessionUser } from '../session/session-user.ts'
import type { Settings } from '../settings/settings.ts'
import { businessCalendar } from '../sla/business-calendar.ts'
import { onTimeFlag } from '../sla/on-time.ts'
import { EMPTY_PRODUCT, FORM_FIELDS, hasProduct, type LeadFields } from './changes.ts'
import { CHANNEL } from './channel-rules.ts'
import { FRESH_LEAD } from './fields.ts'
import type { Lead } from './lead.ts'

/** Defaults of the referral screens: docs/rules.md#referrals. */
export const DEFAULT_CHANNEL = CHANNEL.externalIndication
export const DEFAULT_PARTNER = 24
/** Leads that one user may create a day: docs/rules.md#quotas. */
export const REFERRALS_A_DAY = 200
/** The last insurance that the referral screens offer: docs/rules.md#referrals. */
export const LAST_REFERRAL_INSURANCE = 20

export const emptyLeadFields = (user: Pick<SessionUser, 'id'>, nowIso: string): LeadFields => ({
  ...picked({ ...FRESH_LEAD, channel_id: DEFAULT_CHANNEL }, FORM_FIELDS),
  inviter_id: user.id,
  proposal_date: nowIso,
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
    ...FRESH_LEAD,
    ...fields,
    product_details: hasProduct(fields)
      ? fields.product_details
      : { ...EMPTY_PRODUCT, details: fields.product_details.details },
    uid,
    client_uid: client.uid,
    client_name: client.name,
    client_cpf: client.cpf,
    client_cellphone: client.cellphone,
    client_phone: client.phone,
    indication_on_time: indicationOnTime(creation),
    create_lead_date: occurredAt,
  }
}
