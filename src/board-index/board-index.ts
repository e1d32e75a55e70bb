/**
 * The board's answers from memory: tab counters, every filter, order, oldest pending. It never touches the store.
 * All rows are kept in one sorted order that changes are merged into, so a view is a scan that comes out ordered.
 */
import type { BoardCounters, BoardSlice, BoardView } from '../domain/board/board-view.ts'
import { foldText } from '../domain/board/fold.ts'
import { newsSinceMs } from '../domain/board/news.ts'
import { cleanDocument } from '../domain/documents/cpf-cnpj.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { sevenDaysEndMs } from '../domain/lead/scheduling.ts'
import { SCHEDULES_TAB, TABS } from '../domain/lead/status.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { businessCalendar } from '../domain/sla/business-calendar.ts'
import { type SlaProgress, slaProgress } from '../domain/sla/progress.ts'
import { endOfDayMs, startOfDayMs } from '../domain/time/sao-paulo.ts'
import { Columns, SCHEDULE_OPEN, SUSPENDED } from './columns.ts'

interface Totals {
  readonly byStatus: Map<number, number>
  readonly byChannel: Map<number, { total: number; vn: number; vu: number; vd: number }>
}

type Predicate = (row: number) => boolean

export class BoardIndex {
  readonly columns = new Columns()
  #order = new Int32Array(0)
  /** Rows changed since the order was last made. */
  readonly #dirty = new Set<number>()
  #schedules: Int32Array | null = null
  #totals: Totals | null = null
  #revision = 0

  get revision(): number {
    return this.#revision
  }

  get size(): number {
    return this.columns.size
  }

  put(leads: readonly Lead[]): void {
    for (const lead of leads) this.#dirty.add(this.columns.put(lead))
    this.#changed()
  }

  remove(uids: readonly string[]): void {
    for (const uid of uids) {
      const row = this.columns.remove(uid)
      if (row !== undefined) this.#dirty.add(row)
    }
    this.#changed()
  }

  /** After a snapshot was read into the columns. `order` as it was kept, or null to sort anew. */
  loaded(order: Int32Array<ArrayBuffer> | null): void {
    this.columns.reindex()
    this.#dirty.clear()
    if (order === null) {
      const rows = [...this.columns.rowOf.values()]
      this.#order = Int32Array.from(rows.sort(this.columns.compare))
    } else this.#order = order
    this.#changed()
  }

  /** Row numbers of all leads in board order. */
  order(): Int32Array<ArrayBuffer> {
    if (this.#dirty.size > 0) {
      const changed = [...this.#dirty].filter((row) => this.columns.isUsed(row)).sort(this.columns.compare)
      this.#order = this.#merge(changed)
      this.#dirty.clear()
    }
    return this.#order
  }

  slice(view: BoardView, offset: number, limit: number, nowMs: number): BoardSlice {
    const { columns } = this
    const uids: string[] = []
    const byStatus: Record<number, number> = {}
    let total = 0
    const matches = this.#predicate(view, nowMs)
    const rows = view.kind === 'schedules' ? this.#scheduleOrder() : this.order()
    const wanted = view.kind === 'results' ? view.status : undefined
    for (const row of rows) {
      if (!matches(row)) continue
      const status = columns.statuses[row] ?? 0
      byStatus[status] = (byStatus[status] ?? 0) + 1
      if (wanted !== undefined && status !== wanted) continue
      if (total >= offset && uids.length < limit) uids.push(columns.uids[row] ?? '')
      total += 1
    }
    return { uids, total, byStatus }
  }

  counters(nowMs: number, settings: Settings): BoardCounters {
    const { byStatus, byChannel } = this.#countOnce()
    const late = new Map<number, number>()
    const schedules = { pending: 0, late: 0, nextSevenDays: 0 }
    const sevenDays = sevenDaysEndMs(nowMs)
    for (const row of this.#scheduleOrder()) {
      const at = this.columns.scheduled[row] ?? 0
      schedules.pending += 1
      if (at <= sevenDays) schedules.nextSevenDays += 1
      if (at >= nowMs) continue
      schedules.late += 1
      const status = this.columns.statuses[row] ?? 0
      late.set(status, (late.get(status) ?? 0) + 1)
    }
    const news = this.#news(nowMs, settings)
    const statuses = TABS.filter((tab) => tab.status !== SCHEDULES_TAB).map(({ status }) => [
      status,
      {
        total: byStatus.get(status) ?? 0,
        news: status === 1 ? news : 0,
        lateScheduling: late.get(status) ?? 0,
      },
    ])
    return {
      byStatus: Object.fromEntries(statuses),
      byChannel: Object.fromEntries(byChannel),
      schedules,
      total: this.size,
    }
  }

  /** Ruling 6, for each channel. */
  oldestPending(): Record<number, string> {
    const { columns } = this
    const oldest: Record<number, string> = {}
    for (const row of this.order()) {
      if (columns.statuses[row] !== 1) break
      if (!this.#isUnclaimed(row) || ((columns.flags[row] ?? 0) & SUSPENDED) !== 0) continue
      oldest[columns.channels[row] ?? 0] ??= columns.uids[row] ?? ''
    }
    return oldest
  }

  progress(uid: string, nowMs: number, settings: Settings): SlaProgress | null {
    const { columns } = this
    const row = columns.rowOf.get(uid)
    if (row === undefined) return null
    const scheduled = columns.scheduled[row] ?? Number.NaN
    const input = {
      state: columns.states[row] ?? 0,
      status: columns.statuses[row] ?? 0,
      channelId: columns.channels[row] ?? 0,
      createdMs: columns.created[row] ?? 0,
      schedulingMs: Number.isNaN(scheduled) ? null : scheduled,
    }
    return slaProgress(input, nowMs, settings, businessCalendar(settings.business_hours))
  }

  #changed(): void {
    this.#schedules = null
    this.#totals = null
    this.#revision += 1
  }

  #isUnclaimed(row: number): boolean {
    return this.columns.states[row] === 1 && this.columns.brokers[row] === 0
  }

  /** Old order without the changed rows, merged with the changed ones: linear, whatever changed. */
  #merge(changed: readonly number[]): Int32Array<ArrayBuffer> {
    const { compare } = this.columns
    const merged = new Int32Array(this.columns.size)
    let place = 0
    let next = 0
    for (const row of this.#order) {
      if (this.#dirty.has(row) || !this.columns.isUsed(row)) continue
      for (
        let candidate = changed[next];
        candidate !== undefined && compare(candidate, row) < 0;
        candidate = changed[++next]
      )
        merged[place++] = candidate
      merged[place++] = row
    }
    for (; next < changed.length; next++) merged[place++] = changed[next] ?? 0
    return merged
  }

  /** Open schedulings by their date. */
  #scheduleOrder(): Int32Array {
    if (this.#schedules !== null) return this.#schedules
    const { columns } = this
    const rows: number[] = []
    for (const row of columns.rowOf.values())
      if (((columns.flags[row] ?? 0) & SCHEDULE_OPEN) !== 0) rows.push(row)
    rows.sort(
      (a, b) =>
        (columns.scheduled[a] ?? 0) - (columns.scheduled[b] ?? 0) ||
        ((columns.uids[a] ?? '') < (columns.uids[b] ?? '') ? -1 : 1),
    )
    this.#schedules = Int32Array.from(rows)
    return this.#schedules
  }

  #countOnce(): Totals {
    if (this.#totals !== null) return this.#totals
    const { columns } = this
    const byStatus = new Map<number, number>()
    const byChannel: Totals['byChannel'] = new Map()
    for (const row of this.order()) {
      const status = columns.statuses[row] ?? 0
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      if (status !== 1 || columns.states[row] !== 1) continue
      const channel = columns.channels[row] ?? 0
      const counts = byChannel.get(channel) ?? { total: 0, vn: 0, vu: 0, vd: 0 }
      counts.total += 1
      const insurance = columns.insurances[row]
      if (insurance === 1) counts.vn += 1
      else if (insurance === 2) counts.vu += 1
      else if (insurance === 3) counts.vd += 1
      byChannel.set(channel, counts)
    }
    this.#totals = { byStatus, byChannel }
    return this.#totals
  }

  #news(nowMs: number, settings: Settings): number {
    const { columns } = this
    const since = newsSinceMs(nowMs, businessCalendar(settings.business_hours))
    let count = 0
    for (const row of this.order()) {
      if (columns.statuses[row] !== 1) break
      const created = columns.created[row] ?? 0
      if (created > since && created <= nowMs && this.#isUnclaimed(row)) count += 1
    }
    return count
  }

  #predicate(view: BoardView, nowMs: number): Predicate {
    const { columns } = this
    if (view.kind === 'schedules') {
      const end = view.sevenDays ? sevenDaysEndMs(nowMs) : Number.POSITIVE_INFINITY
      return (row) => (columns.scheduled[row] ?? 0) <= end
    }
    if (view.kind === 'status') {
      const state = TABS.find((tab) => tab.status === view.status)?.state ?? null
      const { status, channelId, insuranceId } = view
      return (row) =>
        columns.statuses[row] === status &&
        (state === null || columns.states[row] === state) &&
        (channelId === undefined || columns.channels[row] === channelId) &&
        (insuranceId === undefined || columns.insurances[row] === insuranceId)
    }
    const { clientName, leadId, cpf, brokerId, startDate, endDate } = view.filters
    const tests: Predicate[] = []
    if (leadId !== undefined) tests.push((row) => columns.ids[row] === leadId)
    if (brokerId !== undefined) tests.push((row) => columns.brokers[row] === brokerId)
    if (startDate !== undefined) {
      const from = startOfDayMs(startDate)
      tests.push((row) => (columns.created[row] ?? 0) >= from)
    }
    if (endDate !== undefined) {
      const to = endOfDayMs(endDate)
      tests.push((row) => (columns.created[row] ?? 0) <= to)
    }
    const document = cleanDocument(cpf ?? '')
    if (document !== '') tests.push((row) => (columns.documents[row] ?? '').startsWith(document))
    const name = foldText(clientName ?? '')
    if (name !== '') tests.push((row) => (columns.names[row] ?? '').includes(name))
    return (row) => tests.every((test) => test(row))
  }
}
