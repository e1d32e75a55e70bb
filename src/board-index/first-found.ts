/** What a view begins with, by looking at rows one after the other in the board's order. */
import type { BoardFilters, BoardView } from '../domain/board/board-view.ts'
import { isByCreation } from '../domain/board/order.ts'
import { firstPlace } from './row-order.ts'
import { everyTest, periodOf, type TestedColumns } from './view-matcher.ts'

/** Looking at so many rows takes a fraction of what a search of them all takes. */
export const LOOKED_AT = 4096

/** A user's first question should not be the one for which the code is compiled and names are joined. */
export const REHEARSED: BoardFilters = { clientName: 'maria', startDate: '2020-01-01', endDate: '2100-01-01' }

/** Rows of one status in their order. */
export interface Stretch {
  readonly status: number
  readonly columns: TestedColumns
  /** Row numbers of the columns. */
  readonly rows: Int32Array
  readonly uid: (row: number) => string
  /** The status has none after these. */
  readonly whole: boolean
}

type LookedThrough = Exclude<BoardView, { kind: 'schedules' }>

/**
 * The first uids of the view; null where so many are not found among few rows of these stretches, which come in the
 * order of their statuses, though there may be more.
 */
export function firstFound(
  view: LookedThrough,
  stretches: readonly Stretch[],
  limit: number,
): readonly string[] | null {
  const uids: string[] = []
  for (const stretch of stretches) {
    if (view.status !== undefined && view.status !== stretch.status) continue
    const { start, end } = meantPlaces(view, stretch)
    const { columns, rows, uid, whole } = stretch
    const tests = everyTest(view, columns)
    const last = Math.min(end, start + LOOKED_AT)
    for (let place = start; place < last && uids.length < limit; place++) {
      const row = rows[place] ?? 0
      if (tests.every((passes) => passes(row))) uids.push(uid(row))
    }
    if (uids.length === limit) break
    if (last < end || (end === rows.length && !whole)) return null
  }
  return uids
}

/** Where a status stands in the order of creation, what was created in a period stands together. */
function meantPlaces(
  view: LookedThrough,
  { status, columns, rows }: Stretch,
): { start: number; end: number } {
  const everything = { start: 0, end: rows.length }
  if (view.kind !== 'results' || !isByCreation(status)) return everything
  const { from, to } = periodOf(view.filters)
  const { created } = columns.numbers
  const start = from === null ? 0 : firstPlace(rows, 0, (row) => (created[row] ?? 0) >= from)
  const end = to === null ? rows.length : firstPlace(rows, start, (row) => (created[row] ?? 0) > to)
  return { start, end }
}
