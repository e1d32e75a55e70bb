/** The board's order in the pieces that it consists of: one for each status, most of them in the order of creation. */
import type { BoardFilters } from '../domain/board/board-view.ts'
import { isByCreation } from '../domain/board/order.ts'
import type { Numbers } from './columns.ts'
import { firstPlace } from './rows.ts'
import { periodOf } from './view-matcher.ts'

/** Rows of one status in their order. */
export interface StatusPart {
  readonly status: number
  readonly rows: Int32Array<ArrayBuffer>
}

/** Those statuses that `rows` have, ascending. `rows`: in the board's order, in which those of one status stand together. */
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

/** Between which places the filters' period lies: what was created in it stands together where the status is in that order. */
export function placesOfPeriod(
  filters: BoardFilters,
  { status, rows }: { readonly status: number; readonly rows: Int32Array },
  { created }: Pick<Numbers, 'created'>,
): { start: number; end: number } {
  if (!isByCreation(status)) return { start: 0, end: rows.length }
  const { from, to } = periodOf(filters)
  const start = from === null ? 0 : firstPlace(rows, 0, (row) => (created[row] ?? 0) >= from)
  const end = to === null ? rows.length : firstPlace(rows, start, (row) => (created[row] ?? 0) > to)
  return { start, end }
}
