/**
 * The fields of a lead that tools give to the assistant's service, in lead and history alike. A field that is not named
 * here is not given: docs/rules.md#assistant
 */
import { fieldLabel, fieldValue, type Names } from '../../src/domain/lead/field-words.ts'
import type { Marks } from './marks.ts'

/** Dates, choices, flags and figures: nothing that a person typed, and nothing about a client. */
const GIVEN = [
  'state',
  'status',
  'channel_id',
  'insurance_id',
  'partner_id',
  'insurance_expiration',
  'proposal_date',
  'contact_type',
  'contact_date',
  'quoted',
  'quoted_date',
  'quoted_type',
  'sold',
  'sold_date',
  'sold_type',
  'sale_value_cents',
  'commission_percentage',
  'nps_value',
  'lost_sale',
  'competitor_broker',
  'old_competitor_broker',
  'old_end_of_validity',
  'end_of_validity',
  'endorsement_date',
  'date_fail',
  'backup_car',
  'pague_menos',
  'seguro_conteudo',
  'create_lead_date',
  'capture_date',
  'first_call_date',
  'end_lead_date',
  'indication_on_time',
  'capture_on_time',
  'first_call_on_time',
  'attendance_on_time',
  'service_status',
  'suspended_lead',
  'on_fire',
  'negociate',
  'pending_sell',
  'cancelled',
  'call_result',
  'indicated_by_link',
] as const

/** Users of Farol: their names leave as marks. */
const OF_USERS = ['broker_id', 'inviter_id'] as const

const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || value === false

/** Returns the given fields of a lead that have a value, by label, in words. */
export function givenFields(lead: object, names: Names): Record<string, string> {
  const values = new Map<string, unknown>(Object.entries(lead))
  return Object.fromEntries(
    GIVEN.flatMap((field) => {
      const value = values.get(field)
      return isEmpty(value) ? [] : [[fieldLabel(field), fieldValue(field, value, names)]]
    }),
  )
}

interface Change {
  readonly before: unknown
  readonly after: unknown
}

/** Returns what changed in the given fields, each as 'before → after' by its label. */
export function givenChanges(
  changes: Readonly<Record<string, Change>>,
  names: Names,
  marks: Marks,
): Record<string, string>[] {
  const given: readonly string[] = GIVEN
  const ofUsers: readonly string[] = OF_USERS
  return Object.entries(changes).flatMap(([field, { before, after }]) => {
    const isOfUser = ofUsers.includes(field)
    if (!isOfUser && !given.includes(field)) return []
    const words = (value: unknown) => {
      const text = fieldValue(field, value, names)
      return isOfUser && !isEmpty(value) ? marks.name(text) : text
    }
    return [{ [fieldLabel(field)]: `${words(before)} → ${words(after)}` }]
  })
}
