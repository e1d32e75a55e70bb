/** The file of a report's table, on the server and in the browser: docs/rules.md#reports */
import { writeXlsx } from 'hucre/xlsx'
import { sheetName } from '../sheet/sheet.ts'
import { ownCells, type SheetCell, sheetColumns, sheetRow, totalRow } from './report-sheet.ts'
import type { ReportHead, ReportLine } from './table.ts'

export interface SheetHead {
  /** The first line: report, filter and instant. */
  readonly title: string
  /** Of the sheet. */
  readonly name: string
  readonly heads: readonly ReportHead[]
  readonly total: ReportLine | null
}

/** Title and head stay in sight. */
export const FROZEN = { rows: 2 }

export const headRows = ({ title, heads }: SheetHead): SheetCell[][] => [
  [title],
  heads.map(({ label }) => label),
]

export const totalRows = ({ heads, total }: SheetHead): SheetCell[][] =>
  total === null ? [] : [totalRow(heads, total)]

export interface ReportSheet extends SheetHead {
  readonly lines: readonly ReportLine[]
}

/** Returns the file of rows that are all here, with a filter in the head of each column. */
export async function reportSheetFile(sheet: ReportSheet): Promise<Uint8Array<ArrayBuffer>> {
  const body = sheet.lines.map((line) => sheetRow(sheet.heads, line))
  const last = String.fromCodePoint(64 + Math.min(sheet.heads.length, 26))
  const before = headRows(sheet).length
  const cells = new Map(
    sheet.lines.flatMap((line, row) =>
      ownCells(sheet.heads, line).map(
        ({ place, value, numFmt }) => [`${before + row},${place}`, { value, style: { numFmt } }] as const,
      ),
    ),
  )
  const file = await writeXlsx({
    sheets: [
      {
        name: sheetName(sheet.name),
        columns: sheetColumns(sheet.heads),
        rows: [...headRows(sheet), ...body, ...totalRows(sheet)],
        ...(cells.size === 0 ? {} : { cells }),
        freezePane: FROZEN,
        autoFilter: { range: `A2:${last}${2 + body.length}` },
      },
    ],
  })
  return new Uint8Array(file)
}
