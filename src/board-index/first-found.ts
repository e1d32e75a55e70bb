/** The first cards of a view, by testing rows one after the other in board order. */
import type { BoardFilters, BoardView } from '../domain/board/board-view.ts'
import { placesOfPeriod } from './status-parts.ts'
import { everyTest, type TestedColumns } from './view-matcher.ts'

/** At most so many rows of each status are tested. That takes a fraction of the time of a full search. */
export const LOOKED_AT = 4096

/**
 * A typical question. It is asked before a user asks one: the browser then has compiled the code, and the index has
 * joined the names of each block into the string that a search reads.
 */
export const REHEARSED: BoardFilters = { clientName: 'maria', startDate: '2020-01-01', endDate: '2100-01-01' }

/** Rows of one status in board order. */
export interface Stretch {
  readonly status: number
  readonly columns: TestedColumns
  /** Row numbers of the columns. */
  readonly rows: Int32Array
  readonly uid: (row: number) => string
  /** Whether these are all rows of the status. */
  readonly whole: boolean
}

type LookedThrough = Exclude<BoardView, { kind: 'schedules' }>

/**
 * Returns the first `limit` uids of the view. Returns null when the tested rows contain too few of them and more may
 * exist. `stretches` are ordered by status.
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
