/**
 * The fixed data set of the reports' tests: 459 leads (`LEADS`), all made by rules that a reader can follow. Nothing
 * is random, and nothing here depends on the clock: today is 15 November 2026 (`NOW`).
 *
 * - `MAIN_PERIOD` is October 2026. `PERIOD_BEFORE` has its length and ends right before it. In `RANKED_PERIOD`, July
 *   2026, brokers and inviters share ranks. `SUMMER_PERIOD` lies in daylight-saving time.
 * - Each file has one theme. Each lead says in `block` and `about` which rule made it, for the message of a failed test.
 * - `loadReportData` (`load.ts`) writes them to a database with the people of `people.ts`. Lead number n is LEADS[n - 1].
 * - `reading.ts` has the helpers with which a test computes its expected figures over `LEADS`, independently of the
 *   queries. `corners.test.ts` lists the corners that the set has.
 * - A new corner is a new plan in the file of its theme, a line in `corners.test.ts`, and the number in `data.test.ts`.
 */
import { FRESH_LEAD } from '../../../../src/domain/lead/fields.ts'
import { ATTENDANCE } from './attendance.ts'
import { CALL_LEADS } from './calls.ts'
import { EARLIER } from './earlier.ts'
import { EDGE_LEADS } from './edges.ts'
import { HOUR_LEADS } from './hours.ts'
import { INDICATIONS } from './indications.ts'
import { at, type LeadColumns, type LeadPlan, type ReportLead } from './lead-row.ts'
import { LOSSES } from './losses.ts'
import { ODDITIES } from './oddities.ts'
import { RENEWALS } from './renewals.ts'
import { TYPE_LEADS } from './types.ts'

/** Days of São Paulo, both ends in. */
export interface Period {
  readonly from: string
  readonly to: string
}
export const NOW = at('2026-11-15', '12:00')
export const MAIN_PERIOD: Period = { from: '2026-10-01', to: '2026-10-31' }
export const PERIOD_BEFORE: Period = { from: '2026-08-31', to: '2026-09-30' }
export const RANKED_PERIOD: Period = { from: '2026-07-01', to: '2026-07-31' }
export const SUMMER_PERIOD: Period = { from: '2018-11-04', to: '2019-02-16' }

export const BLOCKS = {
  attendance: ATTENDANCE,
  edges: EDGE_LEADS,
  hours: HOUR_LEADS,
  calls: CALL_LEADS,
  losses: LOSSES,
  renewals: RENEWALS,
  indications: INDICATIONS,
  types: TYPE_LEADS,
  earlier: EARLIER,
  oddities: ODDITIES,
} as const satisfies Record<string, readonly LeadPlan[]>

const { id: _id, version: _version, lead_scheduling: _scheduling, ...FRESH } = FRESH_LEAD

const DEFAULTS: Omit<LeadColumns, 'uid' | 'id' | 'client_uid' | 'create_lead_date'> = {
  ...FRESH,
  channel_id: 1,
  insurance_id: 1,
  client_as_referred: null,
  notes_as_referred: '',
  scheduling_date: null,
  scheduling_description: null,
  scheduling_status: null,
  created_by: null,
}

/** Version 7 of a UUID, with a group for the table and the row's number at its end. */
const uidOf = (table: 'a' | 'c', id: number) =>
  `01990000-${table}000-7000-8000-${String(id).padStart(12, '0')}`

function checkDigit(digits: string): string {
  const sum = digits
    .split('')
    .reduce((total, digit, place) => total + Number(digit) * (digits.length + 1 - place), 0)
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11))
}

/** Returns the CPF with these nine digits. */
function cpfOf(number: number): string {
  const digits = String(100_000_000 + number * 7_919)
  const first = digits + checkDigit(digits)
  return first + checkDigit(first)
}

const FIRST_NAMES = ['Alice', 'Bento', 'Célia', 'Diogo', 'Érica', 'Flávio', 'Gisele', 'Hugo', 'Inês', 'João']
const LAST_NAMES = ['Amaral', 'Brandão', 'Couto', 'Dias', 'Evangelista', 'Fróes', 'Goulart']

function clientOf({ client: given = {} }: LeadPlan, leadId: number): ReportLead['client'] {
  const id = given.id ?? leadId
  const first = FIRST_NAMES[id % FIRST_NAMES.length]
  const last = LAST_NAMES[id % LAST_NAMES.length]
  return {
    uid: uidOf('c', id),
    id,
    name: `${first} ${last} ${id}`,
    cpf: cpfOf(id),
    phone: '',
    cellphone: `319${String(80_000_000 + id)}`,
    mail: `cliente${id}@exemplo.com.br`,
    ...given,
  }
}

function leadOf(plan: LeadPlan, block: string, id: number): ReportLead {
  const client = clientOf(plan, id)
  const { client: _, calls = [], previous_broker_id = null, about, ...columns } = plan
  return {
    ...DEFAULTS,
    first_call_date: calls[0]?.date ?? null,
    ...columns,
    uid: uidOf('a', id),
    id,
    client_uid: client.uid,
    block,
    about,
    client,
    calls,
    previous_broker_id,
  }
}

export const LEADS: readonly ReportLead[] = Object.entries(BLOCKS)
  .flatMap(([block, plans]) => plans.map((plan: LeadPlan) => ({ block, plan })))
  .map(({ block, plan }, place) => leadOf(plan, block, place + 1))
