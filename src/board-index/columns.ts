/** The mirrored leads as columns of numbers: what counters, filters and order look at, a few dozen bytes a lead. */
import { foldText } from '../domain/board/fold.ts'
import { compareCards, type OrderKey } from '../domain/board/order.ts'
import type { Lead } from '../domain/lead/lead.ts'

export const SUSPENDED = 1
export const SCHEDULE_OPEN = 2
export const USED = 4

const FIRST_CAPACITY = 1024
const NONE = Number.NaN

function instant(iso: string | null): number {
  return iso === null ? NONE : Date.parse(iso)
}

/** A row number stays the same for as long as its lead is there; freed ones are used again. */
export class Columns {
  readonly rowOf = new Map<string, number>()
  readonly uids: string[] = []
  /** Folded client names. */
  readonly names: string[] = []
  readonly documents: string[] = []
  created = new Float64Array(FIRST_CAPACITY)
  ended = new Float64Array(FIRST_CAPACITY)
  scheduled = new Float64Array(FIRST_CAPACITY)
  ids = new Uint32Array(FIRST_CAPACITY)
  brokers = new Uint32Array(FIRST_CAPACITY)
  channels = new Uint16Array(FIRST_CAPACITY)
  insurances = new Uint16Array(FIRST_CAPACITY)
  states = new Uint8Array(FIRST_CAPACITY)
  statuses = new Uint8Array(FIRST_CAPACITY)
  flags = new Uint8Array(FIRST_CAPACITY)
  /** Rows in use and free ones. */
  length = 0
  readonly #free: number[] = []

  get size(): number {
    return this.rowOf.size
  }

  /** Writes the lead; answers its row. */
  put(lead: Lead): number {
    const row = this.rowOf.get(lead.uid) ?? this.#take(lead.uid)
    const scheduling = lead.lead_scheduling
    this.names[row] = foldText(lead.client_name)
    this.documents[row] = lead.client_cpf
    this.created[row] = Date.parse(lead.create_lead_date)
    this.ended[row] = instant(lead.end_lead_date)
    this.scheduled[row] = instant(scheduling?.scheduling_date ?? null)
    this.ids[row] = lead.id ?? 0
    this.brokers[row] = lead.broker_id ?? 0
    this.channels[row] = lead.channel_id
    this.insurances[row] = lead.insurance_id ?? 0
    this.states[row] = lead.state
    this.statuses[row] = lead.status
    const open = scheduling?.status === 0 && lead.state !== 3
    this.flags[row] = USED | (lead.suspended_lead ? SUSPENDED : 0) | (open ? SCHEDULE_OPEN : 0)
    return row
  }

  /** The row that the lead had; undefined when it had none. */
  remove(uid: string): number | undefined {
    const row = this.rowOf.get(uid)
    if (row === undefined) return undefined
    this.rowOf.delete(uid)
    this.uids[row] = ''
    this.flags[row] = 0
    this.#free.push(row)
    return row
  }

  isUsed(row: number): boolean {
    return ((this.flags[row] ?? 0) & USED) !== 0
  }

  orderKey(row: number): OrderKey {
    const ended = this.ended[row] ?? NONE
    return {
      status: this.statuses[row] ?? 0,
      createdMs: this.created[row] ?? 0,
      endMs: Number.isNaN(ended) ? null : ended,
      uid: this.uids[row] ?? '',
    }
  }

  /** Numbers are compared before the uids are even looked at: most rows differ there. */
  compare = (a: number, b: number): number => {
    const byStatus = (this.statuses[a] ?? 0) - (this.statuses[b] ?? 0)
    return byStatus === 0 ? compareCards(this.orderKey(a), this.orderKey(b)) : byStatus
  }

  /** Makes room for rows that a snapshot brings. */
  reserve(capacity: number): void {
    let size = this.created.length
    if (size >= capacity) return
    while (size < capacity) size *= 2
    this.created = grown(this.created, size)
    this.ended = grown(this.ended, size)
    this.scheduled = grown(this.scheduled, size)
    this.ids = grown(this.ids, size)
    this.brokers = grown(this.brokers, size)
    this.channels = grown(this.channels, size)
    this.insurances = grown(this.insurances, size)
    this.states = grown(this.states, size)
    this.statuses = grown(this.statuses, size)
    this.flags = grown(this.flags, size)
  }

  /** After a snapshot was read into the columns: which rows are whose, and which are free. */
  reindex(): void {
    this.rowOf.clear()
    this.#free.length = 0
    for (let row = 0; row < this.length; row++) {
      const uid = this.uids[row]
      if (this.isUsed(row) && uid) this.rowOf.set(uid, row)
      else this.#free.push(row)
    }
  }

  #take(uid: string): number {
    const row = this.#free.pop() ?? this.length++
    this.reserve(row + 1)
    this.rowOf.set(uid, row)
    this.uids[row] = uid
    return row
  }
}

type Column =
  | Float64Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>

function grown<Kind extends Column>(column: Kind, size: number): Kind {
  const Constructor = column.constructor as new (size: number) => Kind
  const larger = new Constructor(size)
  larger.set(column)
  return larger
}
