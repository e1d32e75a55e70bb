/**
 * Answers the board from memory: tab counters, filters, order, oldest pending lead. It never reads the store.
 * Results that do not depend on the time are cached until a row changes.
 */

import type { BoardLead } from '../db/changes/lead-changes.ts'
import type { BoardCounters, BoardSlice, BoardView } from '../domain/board/board-view.ts'
import { newsSinceMs } from '../domain/board/news.ts'
import { type Appointment, schedulingsOf } from '../domain/day/schedulings.ts'
import { isFinished } from '../domain/lead/lead-state.ts'
import { sevenDaysEndMs } from '../domain/lead/scheduling.ts'
import { ORIGIN, SCHEDULES_TAB, TABS } from '../domain/lead/status.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { businessCalendar } from '../domain/sla/business-calendar.ts'
import { type CardTime, cardTime } from '../domain/sla/duty.ts'
import { endOfDayMs, saoPauloDay } from '../domain/time/sao-paulo.ts'
import { BrokerRows } from './broker-rows.ts'
import { captureCandidates } from './capture-candidates.ts'
import { Columns } from './columns.ts'
import { type ChannelCounts, countByChannel, countByStatus } from './count-rows.ts'
import { filteredRows, type MailedClients, NO_CLIENTS } from './filtered-rows.ts'
import { RowOrder } from './row-order.ts'
import { firstPlace, joined, pick } from './rows.ts'
import { bestRows, searchRows } from './search-rows.ts'
import { orderedToday, type StatusPart, statusParts } from './status-parts.ts'
import { tabTest } from './view-matcher.ts'

/** Results that are valid until a row changes. */
interface Settled {
  readonly byStatus: ReadonlyMap<number, number>
  readonly byChannel: ReadonlyMap<number, ChannelCounts>
  readonly oldestPending: Readonly<Record<number, string>>
}

/** The rows of the last view. Scrolling asks for other parts of the same view. */
interface LastView {
  readonly key: string
  readonly rows: Int32Array
  readonly later: number
  readonly byStatus: Readonly<Record<number, number>>
}

/** `to` is exclusive. */
interface Places {
  readonly from: number
  readonly to: number
}

/** An unfinished lead that has a broker. Another number of its last write means that it was written since. */
export interface OpenLead {
  readonly uid: string
  readonly write: number
  readonly brokerId: number
}

const rowsOf = (parts: readonly StatusPart[], status: number): Int32Array<ArrayBuffer> =>
  parts.find((part) => part.status === status)?.rows ?? new Int32Array(0)

export class BoardIndex {
  readonly columns = new Columns()
  readonly #order = new RowOrder({
    columns: this.columns,
    holds: this.columns.isUsed,
    compare: this.columns.compare,
  })
  /** Open schedulings, earliest first. */
  readonly #schedules = new RowOrder({
    columns: this.columns,
    holds: this.columns.isScheduled,
    compare: this.columns.compareSchedules,
  })
  readonly #brokerRows = new BrokerRows(this.columns)
  /** By row: which write of this index was its last. */
  readonly #lastWrites: number[] = []
  #writes = 0
  #settled: Settled | null = null
  #lastView: LastView | null = null
  /** Whose own schedulings are counted. */
  readonly userId: number

  constructor(userId: number) {
    this.userId = userId
  }

  get size(): number {
    return this.columns.size
  }

  put(leads: readonly BoardLead[]): void {
    this.#writes += 1
    for (const lead of leads) {
      const row = this.columns.put(lead)
      this.#lastWrites[row] = this.#writes
      this.#touch(row)
    }
    this.#changed()
  }

  remove(uids: readonly string[]): void {
    for (const uid of uids) {
      const row = this.columns.remove(uid)
      if (row !== undefined) this.#touch(row)
    }
    this.#changed()
  }

  /** Call it after a snapshot was read into the columns. Returns false when `order` does not match the rows. */
  restore(order: Int32Array<ArrayBuffer>): boolean {
    this.columns.reindex()
    this.#brokerRows.forget()
    this.#schedules.collect()
    this.#changed()
    return this.#order.restore(order)
  }

  /** Returns the row numbers of all leads in board order. */
  order(): Int32Array<ArrayBuffer> {
    return this.#order.rows()
  }

  /** `clients`: those that a mail in the view's search found. */
  slice(
    view: BoardView,
    offset: number,
    limit: number,
    nowMs: number,
    clients: MailedClients = NO_CLIENTS,
  ): BoardSlice {
    const { rows, later, byStatus } = this.#viewRows(view, nowMs, clients)
    const uids = Array.from(rows.subarray(offset, offset + limit), (row) => this.columns.uid(row))
    return { uids, total: rows.length, later, byStatus }
  }

  /** Returns the best hits of a text, the broker's own first. docs/rules.md#search */
  find(
    text: string,
    { brokerId, limit, clients }: { brokerId: number; limit: number; clients: MailedClients },
  ): { readonly uids: string[]; readonly total: number } {
    const { broker_id: brokers } = this.columns.numbers
    const { rows, ranks } = searchRows(text, this.columns, clients)
    const isOwn = (row: number) => brokers[row] === brokerId
    const best = bestRows(this.#order.sorted(rows), ranks, { isOwn, limit })
    return { uids: best.rows.map((row) => this.columns.uid(row)), total: best.total }
  }

  counters(nowMs: number, settings: Settings): BoardCounters {
    const { byStatus, byChannel } = this.#settle()
    const schedules = this.#schedules.rows()
    const { scheduled, statuses } = this.columns.numbers
    const sevenDays = sevenDaysEndMs(nowMs)
    const late = new Map<number, number>()
    let lateTotal = 0
    let nextSevenDays = 0
    for (const row of schedules) {
      const at = scheduled[row] ?? 0
      if (at > sevenDays) break
      if (at >= nowMs) {
        nextSevenDays += 1
        continue
      }
      lateTotal += 1
      const status = statuses[row] ?? 0
      late.set(status, (late.get(status) ?? 0) + 1)
    }
    const news = this.#news(nowMs, settings)
    const tabs = TABS.filter(({ status }) => status !== SCHEDULES_TAB).map(({ status }) => [
      status,
      {
        total: byStatus.get(status) ?? 0,
        news: news.get(status) ?? 0,
        lateScheduling: late.get(status) ?? 0,
      },
    ])
    return {
      byStatus: Object.fromEntries(tabs),
      byChannel: Object.fromEntries(byChannel),
      schedules: { pending: schedules.length, late: lateTotal, nextSevenDays },
      own: this.#ownCounts(schedules, nowMs),
      total: this.size,
    }
  }

  /** Returns the uid of the oldest pending lead of each channel: docs/rules.md#oldest-pending-lead. */
  oldestPending(): Readonly<Record<number, string>> {
    return this.#settle().oldestPending
  }

  /** Another number means that it was written since. Undefined for a lead that the index does not contain. */
  writeOf(uid: string): number | undefined {
    const row = this.columns.rowOf.get(uid)
    return row === undefined ? undefined : (this.#lastWrites[row] ?? 0)
  }

  /** Returns the uids of the broker's leads that ended since then. */
  endedOf(brokerId: number, sinceMs: number): string[] {
    const { ended } = this.columns.numbers
    return [...this.#brokerRows.of(brokerId)]
      .filter((row) => (ended[row] ?? 0) >= sinceMs)
      .map((row) => this.columns.uid(row))
  }

  /** Returns what the broker has promised to clients: docs/rules.md#my-day */
  appointmentsOf(brokerId: number): Appointment[] {
    const { columns } = this
    return [...this.#brokerRows.of(brokerId)]
      .filter((row) => columns.isAppointment(row))
      .map((row) => ({ uid: columns.uid(row), atMs: columns.numbers.scheduled[row] ?? 0 }))
  }

  /** Returns the uids of leads to capture, of each channel the first: docs/rules.md#my-day */
  captureCandidates(nowMs: number, settings: Settings, mayAny: boolean): string[] {
    return captureCandidates(this.columns, this.oldestPending(), { nowMs, settings, mayAny })
  }

  /**
   * Returns the leads that the broker has and that have not ended: those with an appointment first, then the latest creation.
   */
  ownOpenLeads(brokerId: number, limit: number): { readonly uid: string; readonly write: number }[] {
    const { columns } = this
    const { states, created } = columns.numbers
    const rank = (row: number) => Number(columns.isAppointment(row))
    return [...this.#brokerRows.of(brokerId)]
      .filter((row) => !isFinished({ state: states[row] }))
      .toSorted((one, other) => rank(other) - rank(one) || (created[other] ?? 0) - (created[one] ?? 0))
      .slice(0, limit)
      .map((row) => ({ uid: this.columns.uid(row), write: this.#lastWrites[row] ?? 0 }))
  }

  /** Returns the unfinished leads of all brokers, in one pass. */
  openLeads(): OpenLead[] {
    const { broker_id: brokers, states } = this.columns.numbers
    const open: OpenLead[] = []
    for (let row = 0; row < this.columns.length; row++) {
      const brokerId = brokers[row] ?? 0
      if (brokerId !== 0 && !isFinished({ state: states[row] }))
        open.push({ uid: this.columns.uid(row), write: this.#lastWrites[row] ?? 0, brokerId })
    }
    return open
  }

  /** Returns the uids of the leads for which a limit of the law runs, in one pass. */
  limited(): string[] {
    const uids: string[] = []
    for (let row = 0; row < this.columns.length; row++)
      if (this.columns.isLimited(row)) uids.push(this.columns.uid(row))
    return uids
  }

  /** Returns the uids of the leads of all brokers that ended since then. */
  endedSince(sinceMs: number): string[] {
    const { broker_id: brokers, ended } = this.columns.numbers
    const uids: string[] = []
    for (let row = 0; row < this.columns.length; row++)
      if (brokers[row] !== 0 && (ended[row] ?? 0) >= sinceMs) uids.push(this.columns.uid(row))
    return uids
  }

  /** Returns the lead's line of time with its SLA bar, or null when the index does not contain the lead. */
  time(uid: string, nowMs: number, settings: Settings): CardTime | null {
    const row = this.columns.rowOf.get(uid)
    if (row === undefined) return null
    const { numbers } = this.columns
    const scheduled = numbers.scheduled[row] ?? Number.NaN
    const input = {
      state: numbers.states[row] ?? 0,
      status: numbers.statuses[row] ?? 0,
      channelId: numbers.channels[row] ?? 0,
      createdMs: numbers.created[row] ?? 0,
      schedulingMs: Number.isNaN(scheduled) ? null : scheduled,
      returnMs: this.columns.isAppointment(row) ? scheduled : null,
    }
    return cardTime(input, nowMs, settings, businessCalendar(settings.business_hours))
  }

  /** Returns the statuses that have leads, ascending, with their rows in board order. */
  #statuses(): StatusPart[] {
    return statusParts(this.order(), this.columns.numbers)
  }

  #touch(row: number): void {
    this.#order.touch(row)
    this.#schedules.touch(row)
    this.#brokerRows.touch(row)
  }

  #changed(): void {
    this.#settled = null
    this.#lastView = null
  }

  #settle(): Settled {
    this.#settled ??= {
      byStatus: new Map(this.#statuses().map(({ status, rows }) => [status, rows.length])),
      byChannel: countByChannel(this.#ofStatus(1), this.columns),
      oldestPending: this.#oldest(),
    }
    return this.#settled
  }

  #viewRows(view: BoardView, nowMs: number, clients: MailedClients): LastView {
    // In the view of seven days schedulings enter at its end and become late at its beginning.
    const week = view.kind === 'schedules' && view.sevenDays ? this.#placesOfWeek(nowMs) : null
    // In the others, what waits for a later day goes to its place at midnight.
    const todayEndMs = endOfDayMs(saoPauloDay(nowMs))
    const key = JSON.stringify([view, week, todayEndMs, [...clients]])
    if (this.#lastView?.key === key) return this.#lastView
    this.#lastView = { key, ...this.#matched(view, { week, todayEndMs, clients }) }
    return this.#lastView
  }

  /**
   * Returns the rows in the view's order. `week` contains the range of its schedulings, if the view is limited to
   * them.
   */
  #matched(
    view: BoardView,
    {
      week,
      todayEndMs,
      clients,
    }: { readonly week: Places | null; readonly todayEndMs: number; readonly clients: MailedClients },
  ): Omit<LastView, 'key'> {
    if (view.kind === 'schedules') {
      const all = this.#schedules.rows()
      const inTime = week === null ? all : all.subarray(week.from, week.to)
      const rows = view.whose === undefined ? inTime : pick(inTime, this.#ofWhom(view.whose))
      return { rows, later: 0, byStatus: Object.fromEntries(countByStatus(rows, this.columns)) }
    }
    const all =
      view.kind === 'status'
        ? pick(this.#ofStatus(view.status), tabTest(view, this.columns))
        : filteredRows(view.filters, this.columns, this.#order, clients)
    const parts = statusParts(all, this.columns.numbers)
    const byStatus = Object.fromEntries(parts.map(({ status, rows }) => [status, rows.length]))
    const pressed = view.kind === 'results' ? view.status : undefined
    const shown = parts
      .filter(({ status }) => pressed === undefined || status === pressed)
      .map((part) => orderedToday(part, this.columns, todayEndMs))
    const folded = view.kind === 'status' && view.status === ORIGIN ? (shown[0]?.later ?? 0) : 0
    const rows = shown.length === 1 ? shown[0]?.rows : joined(shown.map((part) => part.rows))
    return { rows: rows ?? new Int32Array(0), later: folded, byStatus }
  }

  #ofWhom(whose: 'own' | 'free'): (row: number) => boolean {
    const { broker_id: brokers } = this.columns.numbers
    if (whose === 'free') return (row) => brokers[row] === 0
    return (row) => brokers[row] === this.userId && this.columns.isAppointment(row)
  }

  /** By the function that the bell and 'Meu dia' count by. */
  #ownCounts(schedules: Int32Array, nowMs: number): BoardCounters['own'] {
    const { scheduled } = this.columns.numbers
    const own = Array.from(pick(schedules, this.#ofWhom('own')), (row) => ({
      uid: this.columns.uid(row),
      atMs: scheduled[row] ?? 0,
    }))
    const { open, late } = schedulingsOf(own, nowMs)
    return { open: open.length, late }
  }

  /** Returns the range of the schedulings of the next seven days. */
  #placesOfWeek(nowMs: number): Places {
    const { scheduled } = this.columns.numbers
    const rows = this.#schedules.rows()
    const end = sevenDaysEndMs(nowMs)
    const from = firstPlace(rows, 0, (row) => (scheduled[row] ?? 0) >= nowMs)
    return { from, to: firstPlace(rows, from, (row) => (scheduled[row] ?? 0) > end) }
  }

  #ofStatus(status: number): Int32Array<ArrayBuffer> {
    return rowsOf(this.#statuses(), status)
  }

  #oldest(): Record<number, string> {
    const { columns } = this
    const { channels, created } = columns.numbers
    const oldest = new Map<number, number>()
    for (let row = 0; row < columns.length; row++) {
      if (!columns.isUnclaimed(row) || columns.isSuspended(row)) continue
      const channel = channels[row] ?? 0
      const best = oldest.get(channel)
      const earlier = best === undefined || (created[row] ?? 0) < (created[best] ?? 0)
      const tie = best !== undefined && created[row] === created[best] && columns.uid(row) < columns.uid(best)
      if (earlier || tie) oldest.set(channel, row)
    }
    return Object.fromEntries([...oldest].map(([channel, row]) => [channel, columns.uid(row)]))
  }

  #news(nowMs: number, settings: Settings): Map<number, number> {
    const { columns } = this
    const { created, statuses } = columns.numbers
    const since = newsSinceMs(nowMs, businessCalendar(settings.business_hours))
    const news = new Map<number, number>()
    for (let row = 0; row < columns.length; row++) {
      const at = created[row] ?? 0
      if (at <= since || at > nowMs || !columns.isUnclaimed(row)) continue
      const status = statuses[row] ?? 0
      news.set(status, (news.get(status) ?? 0) + 1)
    }
    return news
  }
}
