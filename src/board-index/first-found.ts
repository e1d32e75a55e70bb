/** What a view begins with, by looking at rows one after the other in the board's order. */
import type { BoardFilters, BoardView } from '../domain/board/board-view.ts'
import { placesOfPeriod } from './status-parts.ts'
import { everyTest, type TestedColumns } from './view-matcher.ts'

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
    const { columns, rows, uid, whole } = stretch
    const filters = view.kind === 'results' ? view.filters : {}
    const { start, end } = placesOfPeriod(filters, stretch, columns.numbers)
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
