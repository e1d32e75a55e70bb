/**
 * The columns of reports that the assistant's service gets. A column of text or of dates that is not named here is not
 * given: docs/rules.md#assistant
 */
import type { ReportHead, ShownTable } from '../../src/domain/reports/table.ts'

/** Text without people, by key. */
export const WITHOUT_PEOPLE: readonly string[] = [
  'id',
  'state',
  'status',
  'type',
  'vehicle',
  'proposal',
  'policy_number',
  'insurer',
  'channel',
  'channel_name',
  'partner',
  'partner_name',
  'insurance_name',
  'lost_sale_name',
  'sold_type_name',
  'quoted_type_name',
  'call_status',
  'reference_month',
  'renovator_hierarchical_group',
  'unit',
  'update_status',
  'lead_id',
  'groupHours',
  'value',
  'label',
  'BrokerProposalNumber',
  'product_name',
  'fields',
  'kind',
  'outcome',
]
/** Text that names people: it leaves as placeholders. */
export const OF_PEOPLE: readonly string[] = [
  'additional_information',
  'broker',
  'broker_name',
  'client_cpf',
  'client_info',
  'client_name',
  'cpf',
  'inviter_name',
  'name',
  'released_by',
  'response',
  'user_relead',
]
/** Text that people typed freely, and no list of placeholders covers: it never leaves. */
export const NOT_GIVEN: readonly string[] = ['product', 'insurer_name', 'proof', 'answer', 'note']
/** Days and moments. Another one may be a person's birth. */
const DATES: readonly string[] = [
  'Data',
  'date',
  'create_lead_date',
  'created_at',
  'proposal_date',
  'capture_date',
  'first_call_date',
  'contact_date',
  'quoted_date',
  'sold_date',
  'end_lead_date',
  'end_of_validity',
  'relead_at',
  'since',
  'until',
  'sent_on',
  'done_on',
]
/** Tables whose column 'name' names no person. */
const RANKINGS_WITHOUT_PEOPLE: readonly string[] = ['motivos', 'concorrentes', 'concessionarias']

type Table = Pick<ShownTable, 'name'>
type Head = Pick<ReportHead, 'key' | 'format'>

const isWithoutPeople = ({ name }: Table, { key }: Head): boolean =>
  WITHOUT_PEOPLE.includes(key) || (key === 'name' && RANKINGS_WITHOUT_PEOPLE.includes(name))

export function namesPeople(table: Table, head: Head): boolean {
  return head.format === 'text' && !isWithoutPeople(table, head)
}

/** Figures are given: counts, money, shares, durations, flags. */
export function isGiven(table: Table, head: Head): boolean {
  if (head.format === 'text')
    return !NOT_GIVEN.includes(head.key) && (isWithoutPeople(table, head) || OF_PEOPLE.includes(head.key))
  if (head.format === 'date' || head.format === 'moment') return DATES.includes(head.key)
  return true
}
