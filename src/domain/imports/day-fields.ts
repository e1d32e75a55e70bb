/** The columns of days of each list, and what their days are. docs/rules.md#order-of-days */
import type { DayFields } from '../spreadsheet/day-order.ts'
import type { ListKind } from './list-names.ts'

export const CLIENT_DAYS = { birth_date: 'birth' } as const
export const LEAD_DAYS = {
  created_at: 'start',
  captured_at: 'one',
  first_call_at: 'one',
  proposal_at: 'one',
  ended_at: 'end',
  sold_at: 'one',
  lost_at: 'one',
  birth_date: 'birth',
  end_of_validity: 'end',
  endorsement_date: 'end',
} as const

export const RENEWAL_DAYS = { end_of_validity: 'end' } as const

export const DAY_FIELDS: Readonly<Record<ListKind, DayFields>> = {
  clients: CLIENT_DAYS,
  leads: LEAD_DAYS,
  users: {},
  partners: {},
  renewals: RENEWAL_DAYS,
}
