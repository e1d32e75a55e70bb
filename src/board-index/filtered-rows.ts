/** The rows that match the filter bar. Filters that are cheap and selective run first. */
import type { BoardFilters } from '../domain/board/board-filters.ts'
import { foldText } from '../domain/text/fold.ts'
import type { Columns, Numbers } from './columns.ts'
import type { RowOrder } from './row-order.ts'
import { joined, pick } from './rows.ts'
import { searchRows } from './search-rows.ts'
import { rowsInPeriod, statusParts } from './status-parts.ts'
import { foundByWords, numberTests, periodTests, rowTests, wordTests } from './view-matcher.ts'

/** When fewer than one row in FEW is left, testing each is faster than searching the whole text. */
const FEW = 4

/** Uids of the clients that a searched mail found, and whether it is their whole mail: the index has no mails. */
export type MailedClients = ReadonlyMap<string, boolean>
export const NO_CLIENTS: MailedClients = new Map()

/** Returns all rows that match the filters, in the order of `order`. */
export function filteredRows(
  filters: BoardFilters,
  columns: Columns,
  order: RowOrder,
  clients: MailedClients = NO_CLIENTS,
): Int32Array<ArrayBuffer> {
  const others = [...rowTests(filters, columns), ...periodTests(filters, columns)]
  if (filters.search !== undefined) {
    const { rows } = searchRows(filters.search, columns, clients)
    const byNumber =
      filters.leadId === undefined && filters.oldNumber === undefined ? [] : numberTests(filters, columns)
    return order.sorted([...wordTests(filters, columns), ...others, ...byNumber].reduce(pick, rows))
  }
  if (filters.leadId !== undefined || filters.oldNumber !== undefined) {
    const tests = [...wordTests(filters, columns), ...others, ...numberTests(filters, columns)]
    return order.sorted(tests.reduce(pick, rowsOfNumbers(filters, columns)))
  }
  const inTime = rowsOfPeriod(filters, columns, order.rows())
  const rows = rowTests(filters, columns).reduce(pick, inTime)
  const words = wordTests(filters, columns)
  if (words.length === 0) return rows
  if (rows.length * FEW < columns.size) return words.reduce(pick, rows)
  return order.sorted(others.reduce(pick, foundByWords(filters, columns)))
}

/** The rows whose number or old number may be the wanted one, each once. */
function rowsOfNumbers(
  { leadId, oldNumber }: BoardFilters,
  { numbers, texts }: Columns,
): Int32Array<ArrayBuffer> {
  const rows = leadId === undefined ? new Int32Array(0) : rowsOfNumber(leadId, numbers)
  const old = foldText(oldNumber ?? '')
  if (old === '') return rows
  return Int32Array.from(new Set([...rows, ...texts.oldNumbers.beginningWith(old)]))
}

function rowsOfNumber(leadId: number, { ids }: Numbers): Int32Array<ArrayBuffer> {
  const rows: number[] = []
  // 0 means no number, and free rows contain 0 too.
  if (leadId > 0)
    for (let row = ids.indexOf(leadId); row >= 0; row = ids.indexOf(leadId, row + 1)) rows.push(row)
  return Int32Array.from(rows)
}

function rowsOfPeriod(
  filters: BoardFilters,
  columns: Columns,
  rows: Int32Array<ArrayBuffer>,
): Int32Array<ArrayBuffer> {
  const tests = periodTests(filters, columns)
  if (tests.length === 0) return rows
  return joined(
    statusParts(rows, columns.numbers).map((part) => rowsInPeriod(filters, part, { columns, tests })),
  )
}
