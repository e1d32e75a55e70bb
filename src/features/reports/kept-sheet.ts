/** The sheet that the device makes of what it keeps: the same as the server's. docs/rules.md#reports */
import { bookColumns, columnsInSight, exportedTable } from '../../domain/reports/exported-table.ts'
import { figureWords, type NamesFigures } from '../../domain/reports/figure-leads.ts'
import { filterInName, filterWords, type NameOf, periodWords } from '../../domain/reports/filter-words.ts'
import type { DayRange } from '../../domain/reports/period.ts'
import type { Report } from '../../domain/reports/report.ts'
import { exportedBy, sheetHead } from '../../domain/reports/report-sheet.ts'
import type { ReportFilter } from '../../domain/reports/search.ts'
import { type ReportSheet, reportFileName } from '../../domain/reports/sheet-file.ts'
import type { ShownTable } from '../../domain/reports/table.ts'
import { formatNumber } from '../../domain/text/formats.ts'

export interface KeptTable {
  readonly report: Pick<Report<never>, 'title' | 'file' | 'filters' | 'periodLabel'>
  readonly filter: ReportFilter
  readonly range: DayRange | null
  /** As kept on the device. */
  readonly table: ShownTable
  readonly asOf: string
  /** Its name. */
  readonly brokerage: string | null
  /** Who exports it. */
  readonly user: { readonly name: string }
  /** By the catalogues of the device. */
  readonly nameOf: NameOf
  /** A column's key, if the user chose the order. */
  readonly order?: string | undefined
  /** Gives the figure's name, if the leads belong to a figure. */
  readonly chosen?:
    | {
        readonly content: NamesFigures
        readonly figure: string | undefined
        readonly row: string | undefined
      }
    | undefined
  /** Such as that the data is old. */
  readonly warning?: string | undefined
  /** What the rows lack. */
  readonly lacks?: string | undefined
  /** Some of the figure's leads are not on this device. It is unknown how many. */
  readonly lacksSome?: boolean
  /** Of a book: all of its tables with their orders, of which `table` is the first. */
  readonly book?: readonly Pick<KeptTable, 'table' | 'order'>[] | undefined
  /** The filter leaves nothing. */
  readonly isEmpty?: boolean | undefined
}

const SOME_LACK = 'só os leads guardados neste aparelho'

/** How the table is shown, as the call of its export is asked. */
export const shownQuery = ({ filter, table, order, chosen, book }: KeptTable) =>
  book === undefined
    ? {
        order,
        columns: columnsInSight(table, filter)?.join(','),
        figure: chosen?.figure,
        row: chosen?.row,
      }
    : {
        order: orderOfBook(book),
        columns: bookColumns(
          book.map((each) => each.table),
          filter,
        )?.join(','),
      }

function orderOfBook(book: NonNullable<KeptTable['book']>): string | undefined {
  const orders = book.flatMap(({ table, order }) => (order === undefined ? [] : [`${table.name}.${order}`]))
  return orders.length === 0 ? undefined : orders.join(',')
}

const figureOf = ({ chosen }: KeptTable) =>
  chosen === undefined ? null : figureWords(chosen.content, chosen)

/** Whether the file would have no rows. */
export const isNothing = ({ table, isEmpty }: KeptTable) =>
  isEmpty === true || (table.sheet ?? table).count === 0

export const keptSheetName = (kept: KeptTable): string => {
  const { report, filter, range, table, asOf, nameOf, book } = kept
  return reportFileName({
    file: report.file,
    table: book === undefined ? (table.sheet ?? table).name : '',
    inName: filterInName(report.filters, filter, { nameOf, figure: figureOf(kept) }),
    range,
    asOf,
  })
}

/** The sheets of the file: one, or one for each table of a book. */
export const keptSheets = ({ book, ...kept }: KeptTable): ReportSheet[] =>
  book === undefined ? [keptSheet(kept)] : book.map((each) => keptSheet({ ...kept, ...each }))

/** It says above its columns how many rows are missing. */
export function keptSheet(kept: KeptTable): ReportSheet {
  const {
    report,
    filter,
    range,
    table,
    asOf,
    brokerage,
    user,
    nameOf,
    order,
    warning,
    lacks,
    lacksSome = false,
  } = kept
  const columns = columnsInSight(table, filter)
  const { title, heads, total, lines } = exportedTable(table, { order, columns })
  const missing = table.count - table.lines.length
  return {
    above: sheetHead({
      brokerage,
      title: report.title,
      table: title,
      period: range === null ? null : periodWords(report, range),
      filters: filterWords(report.filters, filter, { nameOf, asOf }),
      figure: figureOf(kept),
      asOf,
      by: exportedBy(user.name),
      notes: [
        ...(warning === undefined ? [] : [warning]),
        ...(lacks === undefined ? [] : [lacks]),
        ...(lacksSome ? [SOME_LACK] : []),
        ...(missing > 0 ? [`faltam ${formatNumber(missing)} linhas, que não estão neste aparelho`] : []),
      ],
    }),
    name: title,
    heads,
    total,
    lines,
  }
}
