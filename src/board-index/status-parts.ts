/** The board's order, split by status. Most statuses are ordered by creation. */
import type { BoardFilters } from '../domain/board/board-filters.ts'
import { isByCreation } from '../domain/board/order.ts'
import type { Columns, Numbers } from './columns.ts'
import { firstPlace, joined, pick } from './rows.ts'
import { periodOf, type RowTest } from './view-matcher.ts'

/** Rows of one status in board order. */
export interface StatusPart {
  readonly status: number
  readonly rows: Int32Array<ArrayBuffer>
}

/** Returns the statuses of `rows`, ascending. `rows` are in board order, where rows of one status are contiguous. */
export function statusParts(rows: Int32Array<ArrayBuffer>, { statuses }: Numbers): StatusPart[] {
  const parts: StatusPart[] = []
  for (let from = 0; from < rows.length; ) {
    const status = statuses[rows[from] ?? 0] ?? 0
    const to = firstPlace(rows, from, (row) => (statuses[row] ?? 0) > status)
    parts.push({ status, rows: rows.subarray(from, to) })
    from = to
  }
  return parts
}

/** Returns the first place without an open scheduling. In a status that is ordered by creation the scheduled ones come first. */
const unscheduledFrom = (rows: Int32Array, { isScheduled }: Columns): number =>
  firstPlace(rows, 0, (row) => !isScheduled(row))

/**
 * Returns the part's rows of the filters' period. Where a status is ordered by creation, the unscheduled rows of a period are
 * contiguous.
 */
export function rowsInPeriod(
  filters: BoardFilters,
  { status, rows }: StatusPart,
  { columns, tests }: { readonly columns: Columns; readonly tests: readonly RowTest[] },
): Int32Array<ArrayBuffer> {
  if (!isByCreation(status)) return tests.reduce(pick, rows)
  const { created } = columns.numbers
  const { from, to } = periodOf(filters)
  const begin = unscheduledFrom(rows, columns)
  const start = from === null ? begin : firstPlace(rows, begin, (row) => (created[row] ?? 0) >= from)
  const end = to === null ? rows.length : firstPlace(rows, start, (row) => (created[row] ?? 0) > to)
  return joined([tests.reduce(pick, rows.subarray(0, begin)), rows.subarray(start, end)])
}

export interface Today {
  readonly rows: Int32Array<ArrayBuffer>
  /** The last ones: scheduled for a later day. */
  readonly later: number
}

/** Returns the part in the order of today: what is scheduled for a later day goes behind what has no scheduling. */
export function orderedToday({ status, rows }: StatusPart, columns: Columns, todayEndMs: number): Today {
  if (!isByCreation(status)) return { rows, later: 0 }
  const { scheduled } = columns.numbers
  const end = unscheduledFrom(rows, columns)
  const later = firstPlace(rows.subarray(0, end), 0, (row) => (scheduled[row] ?? 0) > todayEndMs)
  if (later === end) return { rows, later: 0 }
  return {
    rows: joined([rows.subarray(0, later), rows.subarray(end), rows.subarray(later, end)]),
    later: end - later,
  }
}
