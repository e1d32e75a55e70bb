/**
 * A table of a report by declaration. Screen, card, chart, sheet and kept copy draw the same columns and the same values.
 * docs/rules.md#reports
 */

/**
 * How a value is shown. `percent`: 0 to 100. `points`: a difference of two of these. `duration` and `clock`: seconds as HH:MM and HH:MM:SS. `workingTime`:
 * seconds as working days, hours and minutes. `date`: a day. `moment`: an instant. `money`: cents. `yesNo`: 0 or 1.
 */
export type Format =
  | 'integer'
  | 'decimal'
  | 'percent'
  | 'points'
  | 'duration'
  | 'clock'
  | 'workingTime'
  | 'date'
  | 'moment'
  | 'money'
  | 'yesNo'
  | 'text'

export type CellValue = string | number | null
export type Tone = 'good' | 'bad' | null

export interface ReportColumn<Row> {
  /** The field's name on the wire. */
  readonly key: string
  readonly label: string
  readonly format: Format
  readonly value: (row: Row) => CellValue
  /** The figure opens its leads: the name by which the call of the detail knows it. */
  readonly figure?: string
  /** Of a column whose rows open leads of several kinds. They need no row to be named. */
  readonly figureOf?: (row: Row) => string | null
  /** Its heading says no more than the row's title: 'Valor'. */
  readonly isUnnamed?: true
  readonly tone?: (row: Row) => Tone
  /** Of the value in the row of totals, where it is of another kind: a share below a column of flags. */
  readonly totalFormat?: Format
  /** Of a column whose rows are of several kinds, such as goals in percent and in time. */
  readonly formatOf?: (row: Row) => Format
  /** On a card: its heading. */
  readonly isTitle?: boolean
  /** Not offered as an order: the server cannot sort by it. */
  readonly unsorted?: boolean
  /** Its value opens the row's `child` in a dialog. */
  readonly opensChild?: boolean
}

type FieldColumn<Key extends string> = ReportColumn<Readonly<Record<Key, CellValue>>>

/** A column that shows a field of its row as it is. */
export const fieldColumn = <const Key extends string>(
  key: Key,
  label: string,
  format: Format,
): FieldColumn<Key> => ({ key, label, format, value: (row) => row[key] })

/** What a row is called. */
export const titleColumn = <const Key extends string>(key: Key, label: string): FieldColumn<Key> => ({
  ...fieldColumn(key, label, 'text'),
  isTitle: true,
})

/** A count, which opens its leads. */
export const countColumn = <const Key extends string>(
  key: Key,
  label: string,
  figure: string = key,
): FieldColumn<Key> => ({ ...fieldColumn(key, label, 'integer'), figure })

export interface ReportTable<Row> {
  /** 'resumo', 'leads': in addresses and file names. */
  readonly name: string
  readonly title: string
  readonly columns: readonly ReportColumn<Row>[]
  /** A column's key; with '-' before it the greatest first. */
  readonly order: string
  readonly idOf: (row: Row) => string
  /** Number of the lead that the row opens. */
  readonly leadOf?: (row: Row) => number | null
  /** A table of the row's own, such as the channels of a broker. It opens below the row where no column opens it. */
  readonly child?: (row: Row) => ShownTable
  /** Rows that are last in any order: 'Sem corretor'. */
  readonly isLast?: (row: Row) => boolean
  /**
   * Of a sheet: the row on screen to which it belongs and whose place in the order it follows. By default the row of
   * its own number.
   */
  readonly under?: (row: Row) => string
}

/** A column without its rows' type. */
export interface ReportHead {
  readonly key: string
  readonly label: string
  readonly format: Format
  /** Of the row of totals. */
  readonly totalFormat: Format
  readonly figure: string | null
  readonly isTitle: boolean
  readonly sortable: boolean
  readonly opensChild?: true
  readonly isUnnamed?: true
}

/** A row as values in the order of the heads. */
export interface ReportLine {
  readonly id: string
  readonly cells: readonly CellValue[]
  readonly tones: readonly Tone[]
  readonly lead: number | null
  readonly child?: ShownTable
  readonly isLast?: true
  /** Of a sheet: the row on screen whose place in the order it follows. */
  readonly under?: string
  /** By column, where the row's format is another than the head's. */
  readonly formats?: readonly (Format | null)[]
  /** By column, where the row's figure is its own. */
  readonly figures?: readonly (string | null)[]
}

/** The format of a row's cell: the row's own, or the column's. */
export const formatAt = (
  { format }: Pick<ReportHead, 'format'>,
  { formats }: Pick<ReportLine, 'formats'>,
  place: number,
): Format => formats?.[place] ?? format

/** The figure of a row's cell: the row's own, or the column's. */
export const figureAt = (
  { figure }: Pick<ReportHead, 'figure'>,
  { figures }: Pick<ReportLine, 'figures'>,
  place: number,
): string | null => figures?.[place] ?? figure

/** A table with its values, as screen and sheet take it. */
export interface ShownTable {
  readonly name: string
  readonly title: string
  readonly order: string
  readonly heads: readonly ReportHead[]
  readonly lines: readonly ReportLine[]
  /** Over all rows of the filter. */
  readonly total: ReportLine | null
  /** Rows of the filter; `lines` may hold only the first of them. */
  readonly count: number
  /** What its file holds in place of it: the rows of all children, flat. */
  readonly sheet?: ShownTable
}

export function headsOf<Row>(table: ReportTable<Row>): ReportHead[] {
  return table.columns.map(
    ({
      key,
      label,
      format,
      totalFormat = format,
      figure,
      isTitle = false,
      unsorted = false,
      opensChild = false,
      isUnnamed = false,
    }) => ({
      key,
      label,
      format,
      totalFormat,
      figure: figure ?? null,
      isTitle,
      sortable: !unsorted,
      ...(opensChild ? { opensChild } : {}),
      ...(isUnnamed ? { isUnnamed } : {}),
    }),
  )
}

export function lineOf<Row>(table: ReportTable<Row>, row: Row): ReportLine {
  return {
    id: table.idOf(row),
    cells: table.columns.map(({ value }) => value(row)),
    tones: table.columns.map(({ tone }) => tone?.(row) ?? null),
    lead: table.leadOf?.(row) ?? null,
    ...(table.child === undefined ? {} : { child: table.child(row) }),
    ...(table.isLast?.(row) === true ? { isLast: true } : {}),
    ...(table.under === undefined ? {} : { under: table.under(row) }),
    ...(table.columns.some(({ formatOf }) => formatOf !== undefined)
      ? { formats: table.columns.map(({ formatOf }) => formatOf?.(row) ?? null) }
      : {}),
    ...(table.columns.some(({ figureOf }) => figureOf !== undefined)
      ? { figures: table.columns.map(({ figureOf }) => figureOf?.(row) ?? null) }
      : {}),
  }
}

function totalLine<Row>(table: ReportTable<Row>, total: Row): ReportLine {
  const { cells, tones } = lineOf(table, total)
  return { id: 'total', cells, tones, lead: null }
}

interface Whole<Row> {
  readonly total?: Row | null
  /** Rows of the filter; by default all are here. */
  readonly count?: number
  readonly sheet?: ShownTable
}

/** Returns the table with the rows' values. A total row is evaluated by the same columns. */
export function shownTable<Row>(
  table: ReportTable<Row>,
  rows: readonly Row[],
  { total = null, count = rows.length, sheet }: Whole<Row> = {},
): ShownTable {
  const { name, title, order } = table
  return {
    name,
    title,
    order,
    heads: headsOf(table),
    lines: rows.map((row) => lineOf(table, row)),
    total: total === null ? null : totalLine(table, total),
    count,
    ...(sheet === undefined ? {} : { sheet }),
  }
}
