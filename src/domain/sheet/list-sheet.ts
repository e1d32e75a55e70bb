/** The file of a list as it is filtered, on the server and in the browser: docs/rules.md#sheets-of-lists */
import { exportedBy, filterLine } from '../reports/report-sheet.ts'
import { type ReportSheet, reportSheetFile } from '../reports/sheet-file.ts'
import type { CellValue, Format } from '../reports/table.ts'
import { formatDateTime } from '../time/sao-paulo.ts'

export interface ListColumn<Row> {
  readonly label: string
  readonly format: Format
  readonly value: (row: Row) => CellValue
}

export interface ListSheet<Row> {
  /** Of the list. */
  readonly title: string
  readonly columns: readonly ListColumn<Row>[]
  /** In the order of the screen. */
  readonly rows: readonly Row[]
  /** Its name. */
  readonly brokerage: string | null
  /** Each filter that is set, in words. */
  readonly filters: readonly string[]
  /** When the rows were read. */
  readonly asOf: string
  /** Who exports it. */
  readonly userName: string
  /** Such as that rows are missing. */
  readonly notes?: readonly string[]
}

/** The three lines of a report's sheet, then head and rows. */
export function listSheet<Row>(list: ListSheet<Row>): ReportSheet {
  const { title, columns, rows, brokerage, filters, asOf, userName, notes = [] } = list
  return {
    above: [
      brokerage === null ? title : `${brokerage} · ${title}`,
      filterLine({ filters, figure: null }),
      [`Dados de ${formatDateTime(asOf)}`, exportedBy(userName), ...notes].join(' · '),
    ],
    name: title,
    heads: columns.map(({ label, format }) => ({
      key: label,
      label,
      format,
      totalFormat: format,
      figure: null,
      isTitle: false,
      sortable: false,
    })),
    total: null,
    lines: rows.map((row, place) => ({
      id: String(place),
      cells: columns.map(({ value }) => value(row)),
      tones: [],
      lead: null,
    })),
  }
}

export const listSheetFile = <Row>(list: ListSheet<Row>) => reportSheetFile(listSheet(list))
