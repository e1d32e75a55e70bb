/** A lead that another system had, as the rules make it of its own dates. Pure. docs/rules.md#any-import */
import type { Client } from '../client/client.ts'
import type { LeadRow } from '../imports/rows.ts'
import { insurerLine } from '../obligations/insurer-line.ts'
import { picked } from '../record/parts.ts'
import type { Settings } from '../settings/settings.ts'
import { cutText } from '../text/cut.ts'
import { foldText } from '../text/fold.ts'
import { countCall } from './calls.ts'
import { captureOnTime } from './capture.ts'
import { FORM_FIELDS, type LeadFields, withSaleDependencies } from './changes.ts'
import { newLead } from './creation.ts'
import { FRESH_LEAD } from './fields.ts'
import type { Lead } from './lead.ts'
import { isInAttendance } from './lead-state.ts'
import { cancel, finish, negotiate } from './lifecycle.ts'
import { MOST_NOTES } from './notes-length.ts'
import { nextStatus, ORIGIN } from './status.ts'

interface Imported {
  readonly uid: string
  readonly row: LeadRow
  /** The name of its line of insurance; null: none. */
  readonly insurance: string | null
  readonly client: Client
  readonly statusFlow: readonly number[]
  readonly settings: Settings
  /** The day of a lead of which no date is known. */
  readonly nowIso: string
}

const monthOf = (day: string | null) => (day === null ? null : Number(day.slice(5, 7)))

/** The row's notes, and below them the insurer of a sale, which has no field of its own. */
function notesOf({ additional_information, insurer, result }: LeadRow): string {
  const sold = result === 'sold' ? insurerLine(insurer) : ''
  return cutText([additional_information, sold].filter((text) => text !== '').join('\n'), MOST_NOTES)
}

/** A text that is the line of insurance's own name says nothing more. */
const productOf = (product: string, insurance: string | null) =>
  product === '' || foldText(product) === foldText(insurance ?? '') ? null : product

function fieldsOf(row: LeadRow, insurance: string | null): LeadFields {
  const isSold = row.result === 'sold'
  const isDecided = isSold || row.result === 'lost'
  return withSaleDependencies({
    ...picked({ ...FRESH_LEAD, channel_id: row.channel_id }, FORM_FIELDS),
    inviter_id: row.inviter_id,
    broker_id: row.broker_id,
    partner_id: row.partner_id,
    insurance_id: row.insurance_id,
    lost_sale: row.lost_sale,
    insurance_expiration: monthOf(row.end_of_validity),
    proposal_date: row.proposal_at,
    product: productOf(row.product, insurance),
    additional_information: notesOf(row),
    contact_date: row.first_call_at,
    sold_date: isDecided ? row.ended_at : null,
    sold: isSold ? 1 : row.result === 'lost' ? 0 : null,
    sale_value_cents: row.sale_value_cents,
    commission_percentage: row.commission_percentage,
    endorsement_date: row.endorsement_date,
    end_of_validity: isSold ? row.end_of_validity : null,
    old_insurer: isSold || row.insurer === '' ? null : row.insurer,
    old_end_of_validity: isSold ? null : row.end_of_validity,
  })
}

/** Whether the lead is in attendance: it has a broker, and was captured or is being negotiated. */
const isAttended = ({ result, captured_at, broker_id }: LeadRow) =>
  broker_id !== null && (captured_at !== null || result === 'negotiating')

/**
 * Returns the lead with the state, the dates and the flags that its own dates make. A flag whose dates are not known is
 * empty, because without the dates no one can say whether the limit was kept.
 */
export function importedLead({ uid, row, insurance, client, statusFlow, settings, nowIso }: Imported): Lead {
  const created = row.created_at ?? nowIso
  const begun: Lead = {
    ...newLead({ uid, fields: fieldsOf(row, insurance), client, occurredAt: created, settings }),
    old_number: row.old_number === '' ? null : row.old_number,
    ...(row.proposal_at === null ? { indication_on_time: null } : {}),
  }
  const step = { occurredAt: row.ended_at ?? nowIso, settings, statusFlow }
  const attended = isAttended(row)
    ? { ...begun, state: 2 as const, status: nextStatus(ORIGIN, statusFlow) }
    : begun
  const captured = {
    ...attended,
    capture_date: row.captured_at,
    capture_on_time:
      row.captured_at === null ? null : captureOnTime(begun, { occurredAt: row.captured_at, settings }),
  }
  const called =
    row.first_call_at === null ? captured : countCall(captured, { date: row.first_call_at, settings })
  switch (row.result) {
    case 'open':
      return called
    case 'negotiating':
      return isInAttendance(called) ? negotiate(called) : called
    case 'cancelled':
      return cancel(called, step)
    default: {
      const ended = finish(called, step)
      return row.created_at === null ? { ...ended, attendance_on_time: null } : ended
    }
  }
}
