/** The file of a report's table, on the server and in the browser: docs/rules.md#reports */
import { sheetFileName, sheetName, sheetText } from '../sheet/sheet.ts'
import type { DayRange } from '../time/presets.ts'
import { saoPauloDay } from '../time/sao-paulo.ts'
import { ownCells, type SheetCell, sheetColumns, sheetRow, totalRow } from './report-sheet.ts'
import type { ReportHead, ReportLine } from './table.ts'

export interface SheetHead {
  /** Lines above the columns: `sheetHead`. */
  readonly above: readonly string[]
  /** Of the sheet. */
  readonly name: string
  readonly heads: readonly ReportHead[]
  readonly total: ReportLine | null
}

/** The lines above and the head stay in sight. */
export const frozen = ({ above }: Pick<SheetHead, 'above'>) => ({ rows: above.length + 1 })

export const headRows = ({ above, heads }: SheetHead): SheetCell[][] => [
  ...above.map((line) => [sheetText(line)]),
  heads.map(({ label }) => label),
]

export const totalRows = ({ heads, total }: SheetHead): SheetCell[][] =>
  total === null ? [] : [totalRow(heads, total)]

export interface ReportSheet extends SheetHead {
  readonly lines: readonly ReportLine[]
}

/** A sheet as the writer takes it, with a filter in the head of each column. */
function written(sheet: ReportSheet) {
  const body = sheet.lines.map((line) => sheetRow(sheet.heads, line))
  const { rows: head } = frozen(sheet)
  const last = String.fromCodePoint(64 + Math.min(sheet.heads.length, 26))
  const before = headRows(sheet).length
  const cells = new Map(
    sheet.lines.flatMap((line, row) =>
      ownCells(sheet.heads, line).map(
        ({ place, value, numFmt }) => [`${before + row},${place}`, { value, style: { numFmt } }] as const,
      ),
    ),
  )
  return {
    name: sheetName(sheet.name),
    columns: sheetColumns(sheet.heads),
    rows: [...headRows(sheet), ...body, ...totalRows(sheet)],
    ...(cells.size === 0 ? {} : { cells }),
    freezePane: frozen(sheet),
    autoFilter: { range: `A${head}:${last}${head + body.length}` },
  }
}

/** Returns the file of these sheets. Their rows are all here. */
export async function reportBookFile(sheets: readonly ReportSheet[]): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded at the first file: the writer weighs more than a report's screen.
  const { writeXlsx } = await import('hucre/xlsx')
  return new Uint8Array(await writeXlsx({ sheets: sheets.map(written) }))
}

export const reportSheetFile = (sheet: ReportSheet) => reportBookFile([sheet])

interface Named {
  /** The beginning of the report's files. */
  readonly file: string
  /** '' for a book, which has them all. */
  readonly table: string
  /** The part of the file's name that describes the filter: `filterInName`. */
  readonly inName: string
  readonly range: DayRange | null
  readonly asOf: string
}

/** 'relatorio_perdas_leads_siqueira_fiat_01_10_2026_31_10_2026.xlsx'. */
export const reportFileName = ({ file, table, inName, range, asOf }: Named): string =>
  sheetFileName([file, table, inName].filter((part) => part !== '').join('_'), {
    from: range?.from,
    to: range?.to,
    today: saoPauloDay(Date.parse(asOf)),
  })
