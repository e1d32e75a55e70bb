/** The board's order, split by status. Most statuses are ordered by creation. */
import type { BoardFilters } from '../domain/board/board-filters.ts'
import { isByCreation } from '../domain/board/order.ts'
import type { Numbers } from './columns.ts'
import { firstPlace } from './rows.ts'
import { periodOf } from './view-matcher.ts'

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

/**
 * Returns the range of the filters' period. Where a status is ordered by creation, the rows of a period are
 * contiguous.
 */
export function placesOfPeriod(
  filters: BoardFilters,
  { status, rows }: StatusPart,
  { created }: Numbers,
): { start: number; end: number } {
  if (!isByCreation(status)) return { start: 0, end: rows.length }
  const { from, to } = periodOf(filters)
  const start = from === null ? 0 : firstPlace(rows, 0, (row) => (created[row] ?? 0) >= from)
  const end = to === null ? rows.length : firstPlace(rows, start, (row) => (created[row] ?? 0) > to)
  return { start, end }
}
