/** What a file holds of a table: the rows and the columns that the screen shows, in its order. docs/rules.md#reports */
import { lastBehind, rowsBy, sortOf } from '../table/row-order.ts'
import { type ColumnChoice, visibleColumns } from './shown-columns.ts'
import type { CellValue, ReportHead, ReportLine, ShownTable } from './table.ts'

export interface ShownAs {
  /** A column's key; with '-' before it the greatest first. By default the table's own. */
  readonly order?: string | undefined
  /** Keys of the columns in their order. By default all as declared. */
  readonly columns?: readonly string[] | undefined
}

/** What a cell is sorted by: an instant by its time, since one with milliseconds is another text. */
export const sortValue = ({ format }: Pick<ReportHead, 'format'>, value: CellValue): CellValue =>
  typeof value === 'string' && value !== '' && (format === 'date' || format === 'moment')
    ? Date.parse(value)
    : value

/** The lines in the order of a column; as they are where the table does not sort by it. */
export function linesInOrder(
  { heads, order: own }: Pick<ShownTable, 'heads' | 'order'>,
  lines: readonly ReportLine[],
  order = own,
): readonly ReportLine[] {
  const { by, descending } = sortOf(order)
  const place = heads.findIndex(({ key, sortable }) => key === by && sortable)
  const head = heads[place]
  const ordered =
    head === undefined
      ? lines
      : rowsBy(lines, ({ cells }) => sortValue(head, cells[place] ?? null), descending)
  return lastBehind(ordered, ({ isLast }) => isLast === true)
}

/** The lines of a sheet in the order of the rows on screen; lines that belong to none of them come last. */
function linesUnder(shown: readonly ReportLine[], lines: readonly ReportLine[]): readonly ReportLine[] {
  const places = new Map(shown.map(({ id }, place) => [id, place]))
  return rowsBy(lines, ({ id, under }) => places.get(under ?? id) ?? null, false)
}

type Columns = Pick<ShownTable, 'heads' | 'total'>

/** Returns what picks the columns of those keys from a table and from its lines. A key that it lacks is left out. */
function picking(heads: readonly ReportHead[], columns: readonly string[]) {
  const places = columns.flatMap((column) => {
    const place = heads.findIndex(({ key }) => key === column)
    return place < 0 ? [] : [place]
  })
  const pick = <Value>(values: readonly Value[]): Value[] =>
    places.flatMap((place) => {
      const value = values[place]
      return value === undefined ? [] : [value]
    })
  const line = (one: ReportLine): ReportLine => ({
    ...one,
    cells: pick(one.cells),
    tones: pick(one.tones),
    ...(one.formats === undefined ? {} : { formats: pick(one.formats) }),
  })
  return { pick, line }
}

/** The columns of those keys, in their order. */
export function withColumns<Table extends Columns>(table: Table, columns: readonly string[] | undefined) {
  if (columns === undefined) return { table, line: (one: ReportLine) => one }
  const { pick, line } = picking(table.heads, columns)
  const { heads, total } = table
  return { table: { ...table, heads: pick(heads), total: total === null ? null : line(total) }, line }
}

/** What a file holds of a table whose rows are here. */
export function exportedTable(table: ShownTable, { order, columns }: ShownAs = {}): ShownTable {
  const shown = linesInOrder(table, table.lines, order)
  const sheet = table.sheet ?? table
  const lines = table.sheet === undefined ? shown : linesUnder(shown, table.sheet.lines)
  const { table: exported, line } = withColumns({ ...sheet, lines }, columns)
  return columns === undefined ? exported : { ...exported, lines: lines.map(line) }
}

interface Screened {
  readonly name: string
  readonly heads: readonly Pick<ReportHead, 'key'>[]
  readonly sheet?: { readonly heads: readonly Pick<ReportHead, 'key'>[] } | undefined
}

/**
 * Keys of the sheet's columns in the order of the screen, without those that the filter hides. A column that only the
 * sheet has keeps its place. Returns undefined where these are all as declared, or none at all.
 */
export function columnsInSight({ name, heads, sheet }: Screened, choice: ColumnChoice): string[] | undefined {
  const onScreen = heads.map(({ key }) => key)
  const inSight = visibleColumns({ name, heads }, choice)
  const all = (sheet?.heads ?? heads).map(({ key }) => key)
  const places = inSight.filter((key) => all.includes(key))
  let next = 0
  const columns = all.flatMap((key) => (onScreen.includes(key) ? (places[next++] ?? []) : key))
  const isAll = columns.length === all.length && columns.every((key, place) => key === all[place])
  return isAll ? undefined : columns
}

/** The parts of a list that are a table's: 'metas.goal' is 'goal' of 'metas'. undefined: none is. */
function partsOf(table: string, list: readonly string[] = []): string[] | undefined {
  const begin = `${table}.`
  const own = list.flatMap((each) => (each.startsWith(begin) ? [each.slice(begin.length)] : []))
  return own.length === 0 ? undefined : own
}

export interface BookShownAs {
  /** 'table.-column'. */
  readonly order?: readonly string[] | undefined
  /** 'table.column'. A table of which none is named has all. */
  readonly columns?: readonly string[] | undefined
}

/** How a book shows one of its tables. */
export const shownInBook = (table: string, { order, columns }: BookShownAs): ShownAs => ({
  order: partsOf(table, order)?.at(-1),
  columns: partsOf(table, columns),
})

/** What a book was asked that none of its tables has. */
export const unknownInBook = (tables: readonly { readonly name: string }[], list: readonly string[] = []) =>
  list.filter((each) => !tables.some(({ name }) => each.startsWith(`${name}.`)))

type Exported = Pick<ShownTable, 'name' | 'heads'>

/** The columns of a book as the call takes them. undefined: all as declared. */
export function bookColumns(tables: readonly Exported[], choice: ColumnChoice): string[] | undefined {
  const columns = tables.flatMap((table) =>
    (columnsInSight(table, choice) ?? []).map((key) => `${table.name}.${key}`),
  )
  return columns.length === 0 ? undefined : columns
}
