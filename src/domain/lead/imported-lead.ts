/** A lead that another system had, as the rules make it of its own dates. Pure. docs/rules.md#any-import */
import type { Client } from '../client/client.ts'
import type { LeadRow } from '../imports/rows.ts'
import type { Settings } from '../settings/settings.ts'
import { formatDay, saoPauloDay } from '../time/sao-paulo.ts'
import { countCall } from './calls.ts'
import { captureOnTime } from './capture.ts'
import { EMPTY_PRODUCT, type LeadFields, MOST_NOTES, withSaleDependencies } from './changes.ts'
import { newLead } from './creation.ts'
import type { Lead } from './lead.ts'
import { cancel, finish, negotiate } from './lifecycle.ts'
import { nextStatus, ORIGIN } from './status.ts'

/** What the texts of the line were found to be. */
export interface FoundNames {
  readonly channel_id: number
  readonly inviter_id: number | null
  readonly broker_id: number | null
  readonly partner_id: number | null
  readonly insurance_id: number | null
  readonly lost_sale: number | null
  /** Texts that name nothing of Farol's lists: they stay readable in the notes. */
  readonly unknown: readonly string[]
}

interface Imported {
  readonly uid: string
  readonly row: LeadRow
  readonly found: FoundNames
  readonly client: Client
  readonly statusFlow: readonly number[]
  readonly settings: Settings
  /** The day of a lead of which no date is known. */
  readonly nowIso: string
}

const monthOf = (day: string | null) => (day === null ? null : Number(day.slice(5, 7)))

/** The row's notes, and what has no field of its own below them. */
function notesOf({ additional_information, insurer, result }: LeadRow, { unknown }: FoundNames): string {
  const sold = result === 'sold' && insurer !== '' ? [`Seguradora: ${insurer}`] : []
  return [additional_information, ...unknown, ...sold]
    .filter((text) => text !== '')
    .join('\n')
    .slice(0, MOST_NOTES)
}

function fieldsOf(row: LeadRow, found: FoundNames): LeadFields {
  const isSold = row.result === 'sold'
  const { unknown: _unknown, ...names } = found
  const isDecided = isSold || row.result === 'lost'
  return withSaleDependencies({
    ...names,
    insurance_expiration: monthOf(row.end_of_validity),
    proposal: null,
    proposal_date: row.proposal_at,
    product: null,
    product_details: EMPTY_PRODUCT,
    additional_information: notesOf(row, found),
    contact_type: null,
    quoted_type: null,
    sold_type: null,
    contact_date: row.first_call_at,
    quoted_date: null,
    sold_date: isDecided ? row.ended_at : null,
    sold: isSold ? 1 : row.result === 'lost' ? 0 : null,
    competitor_broker: null,
    sale_value_cents: row.sale_value_cents,
    commission_percentage: row.commission_percentage,
    date_fail: false,
    endorsement_date: row.endorsement_date,
    end_of_validity: isSold ? row.end_of_validity : null,
    old_insurer: isSold || row.insurer === '' ? null : row.insurer,
    old_end_of_validity: isSold ? null : row.end_of_validity,
    backup_car: null,
    pague_menos: null,
    seguro_conteudo: null,
  })
}

/** In attendance, where somebody captured it or a result came of it. */
const isAttended = ({ result, captured_at }: LeadRow, { broker_id }: FoundNames) =>
  broker_id !== null && (captured_at !== null || result === 'negotiating')

/**
 * Returns the lead with the state, the dates and the flags that its own dates make. A flag whose dates are not known is
 * empty: nobody kept or missed a limit that nobody measured.
 */
export function importedLead({ uid, row, found, client, statusFlow, settings, nowIso }: Imported): Lead {
  const created = row.created_at ?? nowIso
  const begun: Lead = {
    ...newLead({ uid, fields: fieldsOf(row, found), client, occurredAt: created, settings }),
    old_number: row.old_number === '' ? null : row.old_number,
    ...(row.proposal_at === null ? { indication_on_time: null } : {}),
  }
  const step = { occurredAt: row.ended_at ?? nowIso, settings, statusFlow }
  const attended = isAttended(row, found)
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
      return called.state === 2 ? negotiate(called) : called
    case 'cancelled':
      return cancel(called, step)
    default: {
      const ended = finish(called, step)
      return row.created_at === null ? { ...ended, attendance_on_time: null } : ended
    }
  }
}

/** 'Importado de Pipedrive em 26/11/2026, número antigo 8841' */
export function importedWords(source: string, atIso: string, oldNumber: string | null): string {
  const day = formatDay(saoPauloDay(Date.parse(atIso)))
  return `Importado de ${source} em ${day}${oldNumber === null ? '' : `, número antigo ${oldNumber}`}`
}
