/** The mirrored leads as columns of numbers: a few dozen bytes a lead, for counters, filters and order. */

import type { BoardLead } from '../db/changes/lead-changes.ts'
import { NUMBER_FIELDS, TEXT_FIELDS } from '../domain/board/field-filters.ts'
import { compareCards, compareSchedules, type OrderKey } from '../domain/board/order.ts'
import { codesOf } from '../domain/board/search.ts'
import { appointmentMs } from '../domain/day/schedulings.ts'
import { cleanDocument } from '../domain/documents/cpf-cnpj.ts'
import { isFinished, isOpenScheduling } from '../domain/lead/lead-state.ts'
import { personalScheduling } from '../domain/lead/scheduling.ts'
import { cleanPhone } from '../domain/phone/phone.ts'
import { keysOf, rowOf } from '../domain/record/parts.ts'
import { foldText } from '../domain/text/fold.ts'
import { BLOCK_ROWS, blockOf, TextColumn } from './text-column.ts'

const USED = 1
const SUSPENDED = 2
const SCHEDULE_OPEN = 4
const APPOINTMENT = 8
const LIMITED = 16

const NONE = Number.NaN

const phonesOf = ({ client_cellphone = '', client_phone = '' }: BoardLead): string =>
  [client_cellphone, client_phone]
    .map(cleanPhone)
    .flatMap((digits) => (digits === '' ? [] : [`${digits} `]))
    .join('')

/** A tab of an earlier version sends neither codes nor what has them. */
function codesText({
  codes,
  proposal = null,
  product_details,
  additional_information = '',
}: BoardLead): string {
  const found = Array.isArray(codes)
    ? codes.map(String)
    : product_details === undefined
      ? []
      : codesOf({ proposal, product_details, additional_information })
  return found.length === 0 ? '' : ` ${found.join(' ')} `
}

function instant(iso: string | null): number {
  return iso === null ? NONE : Date.parse(iso)
}

const numbersFor = (capacity: number) => ({
  /** Instants as epoch ms, NaN where there is none. */
  created: new Float64Array(capacity),
  ended: new Float64Array(capacity),
  scheduled: new Float64Array(capacity),
  /** Fields of filters, as the broker, and the lead number and insurance. 0 means none. */
  ...rowOf(NUMBER_FIELDS, () => new Uint32Array(capacity)),
  ids: new Uint32Array(capacity),
  channels: new Uint32Array(capacity),
  insurances: new Uint32Array(capacity),
  states: new Uint8Array(capacity),
  statuses: new Uint8Array(capacity),
  flags: new Uint8Array(capacity),
})

/** The numeric columns. All have the same length. */
export type Numbers = ReturnType<typeof numbersFor>

/** A row number is valid while its lead is stored. Free row numbers are reused. */
export class Columns {
  readonly rowOf = new Map<string, number>()
  readonly texts = {
    uids: new TextColumn(),
    /** Fields of filters, as the client's name, folded. */
    ...rowOf(TEXT_FIELDS, () => new TextColumn()),
    documents: new TextColumn(),
    /** Digits of the client's numbers, each with a blank behind it: a search for its end includes the blank. */
    phones: new TextColumn(),
    /** Folded. '' for leads that were not imported, and in rows of an earlier version. */
    oldNumbers: new TextColumn(),
    /** Plates, proposals and policies, each with a blank before and behind it. */
    codes: new TextColumn(),
    /** Uids of the clients: their mails are in their own rows. */
    clients: new TextColumn(),
  }
  numbers = numbersFor(BLOCK_ROWS)
  /** Number of rows, used and free. */
  length = 0
  /** Blocks with rows that changed since the snapshot was last written or read. */
  readonly dirtyBlocks = new Set<number>()
  readonly #free: number[] = []

  get size(): number {
    return this.rowOf.size
  }

  /** Writes the lead. Returns its row. */
  put(lead: BoardLead): number {
    const row = this.rowOf.get(lead.uid) ?? this.#take(lead.uid)
    const { texts, numbers } = this
    const scheduling = personalScheduling(lead)
    for (const field of NUMBER_FIELDS) numbers[field][row] = lead[field] ?? 0
    for (const field of TEXT_FIELDS) texts[field].set(row, foldText(lead[field] ?? ''))
    texts.documents.set(row, cleanDocument(lead.client_cpf))
    texts.phones.set(row, phonesOf(lead))
    texts.oldNumbers.set(row, foldText(lead.old_number ?? ''))
    texts.codes.set(row, codesText(lead))
    texts.clients.set(row, lead.client_uid ?? '')
    numbers.created[row] = Date.parse(lead.create_lead_date)
    numbers.ended[row] = instant(lead.end_lead_date)
    numbers.scheduled[row] = instant(scheduling?.scheduling_date ?? null)
    numbers.ids[row] = lead.id ?? 0
    numbers.channels[row] = lead.channel_id
    numbers.insurances[row] = lead.insurance_id ?? 0
    numbers.states[row] = lead.state
    numbers.statuses[row] = lead.status
    const open = isOpenScheduling(scheduling) && !isFinished(lead)
    numbers.flags[row] =
      USED |
      (lead.suspended_lead ? SUSPENDED : 0) |
      (open ? SCHEDULE_OPEN : 0) |
      (appointmentMs(lead) === null ? 0 : APPOINTMENT) |
      ((lead.obligations ?? []).length === 0 ? 0 : LIMITED)
    this.#touch(row)
    return row
  }

  /** Returns the lead's row, or undefined when it has none. Clears the row: no data of the client may remain. */
  remove(uid: string): number | undefined {
    const row = this.rowOf.get(uid)
    if (row === undefined) return undefined
    this.rowOf.delete(uid)
    for (const column of Object.values(this.texts)) column.set(row, '')
    for (const column of Object.values(this.numbers)) column[row] = 0
    this.#free.push(row)
    this.#touch(row)
    return row
  }

  isUsed = (row: number): boolean => ((this.numbers.flags[row] ?? 0) & USED) !== 0

  isSuspended(row: number): boolean {
    return ((this.numbers.flags[row] ?? 0) & SUSPENDED) !== 0
  }

  /** Whether the lead is unfinished and has an open scheduling. */
  isScheduled = (row: number): boolean => ((this.numbers.flags[row] ?? 0) & SCHEDULE_OPEN) !== 0

  /** Whether its open scheduling is an appointment that a person made: docs/rules.md#my-day */
  isAppointment(row: number): boolean {
    return ((this.numbers.flags[row] ?? 0) & APPOINTMENT) !== 0
  }

  /** Whether a limit of the law runs for it: docs/rules.md#obligations */
  isLimited = (row: number): boolean => ((this.numbers.flags[row] ?? 0) & LIMITED) !== 0

  /** Whether the lead can be captured. */
  isUnclaimed(row: number): boolean {
    return this.numbers.states[row] === 1 && this.numbers.broker_id[row] === 0
  }

  uid(row: number): string {
    return this.texts.uids.get(row)
  }

  /** Compares two rows in the board's order, as it does not change with the time. */
  compare = (a: number, b: number): number => {
    const { statuses } = this.numbers
    // Statuses first: most pairs differ there, and no object is created.
    return (statuses[a] ?? 0) - (statuses[b] ?? 0) || compareCards(this.#orderKey(a), this.#orderKey(b))
  }

  /** Compares two rows in the order of Agendamentos. */
  compareSchedules = (a: number, b: number): number => {
    const { scheduled } = this.numbers
    return compareSchedules(
      { schedulingMs: scheduled[a] ?? 0, uid: this.uid(a) },
      { schedulingMs: scheduled[b] ?? 0, uid: this.uid(b) },
    )
  }

  /** Grows the numeric columns to at least `capacity` rows. */
  reserve(capacity: number): void {
    let size = this.numbers.flags.length
    if (size >= capacity) return
    while (size < capacity) size *= 2
    const larger = numbersFor(size)
    copyNumbers(this.numbers, larger, 0)
    this.numbers = larger
  }

  /** Rebuilds `rowOf` and the free rows after rows were restored from a snapshot. */
  reindex(): void {
    this.rowOf.clear()
    this.#free.length = 0
    for (let row = 0; row < this.length; row++)
      if (this.isUsed(row)) this.rowOf.set(this.uid(row), row)
      else this.#free.push(row)
    this.dirtyBlocks.clear()
  }

  #orderKey(row: number): OrderKey {
    const ended = this.numbers.ended[row] ?? NONE
    return {
      status: this.numbers.statuses[row] ?? 0,
      createdMs: this.numbers.created[row] ?? 0,
      endMs: Number.isNaN(ended) ? null : ended,
      dueMs: this.isScheduled(row) ? (this.numbers.scheduled[row] ?? 0) : null,
      uid: this.uid(row),
    }
  }

  #take(uid: string): number {
    const row = this.#free.pop() ?? this.length++
    this.reserve(row + 1)
    this.rowOf.set(uid, row)
    this.texts.uids.set(row, uid)
    return row
  }

  #touch(row: number): void {
    this.dirtyBlocks.add(blockOf(row))
  }
}

/** Copies all rows of `from` into `to`, from row `place` on. */
export function copyNumbers(from: Numbers, to: Numbers, place: number): void {
  for (const name of keysOf(to)) to[name].set(from[name], place)
}

/** Returns a copy of the rows in [from, to). */
export function sliceNumbers(numbers: Numbers, from: number, to: number): Numbers {
  const part = numbersFor(to - from)
  for (const name of keysOf(part)) part[name].set(numbers[name].subarray(from, to))
  return part
}
