/** A mapping that is saved by name knows its columns by their headers, because another file has them elsewhere. */
import { plainHeader } from '../spreadsheet/column-guess.ts'
import type { ChosenOrders, DayOrders } from '../spreadsheet/day-order.ts'
import { type ShownDays, shownOrders } from '../spreadsheet/shown-days.ts'
import { IMPORT_FIELDS, type ImportList, type ImportMapping } from './lists.ts'

/** The header of each field's column; null: the field has none. */
export type SavedHeaders = Readonly<Record<string, string | null>>

export const headersOf = (mapping: ImportMapping, headers: readonly string[]): SavedHeaders =>
  Object.fromEntries(
    Object.entries(mapping).map(([name, place]) => [name, place === null ? null : (headers[place] ?? null)]),
  )

interface SeenOrders {
  readonly orders: ChosenOrders
  readonly days: readonly ShownDays[]
}

/** What was chosen of columns of days, and that others have the month first. */
export const savedOrders = ({ orders: { chosen, saved }, days }: SeenOrders): DayOrders => ({
  ...saved,
  ...shownOrders(days.filter(({ order }) => order === 'month-first')),
  ...chosen,
})

/** The mapping in a file with these headers; fields whose header the file lacks have no column. */
export function mappingOf(list: ImportList, saved: SavedHeaders, headers: readonly string[]): ImportMapping {
  const plain = headers.map(plainHeader)
  const placeOf = (header: string | null) => {
    if (header === null) return null
    const exact = headers.indexOf(header)
    const place = exact >= 0 ? exact : plain.indexOf(plainHeader(header))
    return place < 0 ? null : place
  }
  return Object.fromEntries(IMPORT_FIELDS[list].map(({ name }) => [name, placeOf(saved[name] ?? null)]))
}
