/** The sheet that the device makes of what it keeps: the same as the server's. docs/rules.md#reports */
import { type DayRange, rangeText } from '../../domain/reports/period.ts'
import type { Report } from '../../domain/reports/report.ts'
import { sheetTitle } from '../../domain/reports/report-sheet.ts'
import type { ReportFilter } from '../../domain/reports/search.ts'
import type { ReportSheet } from '../../domain/reports/sheet-file.ts'
import type { ShownTable } from '../../domain/reports/table.ts'
import { sheetFileName } from '../../domain/sheet/sheet.ts'
import { saoPauloDay } from '../../domain/time/sao-paulo.ts'

export interface KeptTable {
  readonly report: Pick<Report<never>, 'title' | 'file' | 'sheetWords'>
  readonly filter: ReportFilter
  readonly range: DayRange | null
  /** As kept on the device. */
  readonly table: ShownTable
  readonly asOf: string
  /** Its name. */
  readonly brokerage: string | null
}

/** What a file holds of a table. */
export const exportedTable = (table: ShownTable): ShownTable => table.sheet ?? table

export const keptSheetName = ({ report, range, table, asOf }: KeptTable): string =>
  sheetFileName(`${report.file}_${exportedTable(table).name}`, {
    from: range?.from,
    to: range?.to,
    today: saoPauloDay(Date.parse(asOf)),
  })

const count = new Intl.NumberFormat('pt-BR')

/** Its first line says how many rows are missing. */
export function keptSheet({ report, filter, range, table, asOf, brokerage }: KeptTable): ReportSheet {
  const { title, heads, total, lines } = exportedTable(table)
  const missing = table.count - table.lines.length
  const words = [
    ...(range === null ? [] : [rangeText(range)]),
    ...(report.sheetWords?.(filter, asOf) ?? []),
    ...(missing > 0 ? [`faltam ${count.format(missing)} linhas, que não estão neste aparelho`] : []),
  ]
  return {
    title: sheetTitle(`${report.title}: ${title}`, { brokerage, words, asOf }),
    name: title,
    heads,
    total,
    lines,
  }
}
