/** The file of a report's table as a stream, for any number of rows in little memory: docs/rules.md#reports */
import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import { type SheetCell, sheetColumns, sheetRow } from '../../../src/domain/reports/report-sheet.ts'
import { frozen, headRows, type SheetHead, totalRows } from '../../../src/domain/reports/sheet-file.ts'
import type { ReportLine } from '../../../src/domain/reports/table.ts'
import { sheetName } from '../../../src/domain/sheet/sheet.ts'

type SheetInBatches = SheetHead & { readonly batches: AsyncIterable<readonly ReportLine[]> }

async function* rowsOf(sheet: SheetInBatches): AsyncGenerator<SheetCell[]> {
  yield* headRows(sheet)
  for await (const lines of sheet.batches) for (const line of lines) yield sheetRow(sheet.heads, line)
  yield* totalRows(sheet)
}

async function* chunks(sheet: SheetInBatches): AsyncGenerator<Uint8Array> {
  const reader = writeXlsxStream(rowsOf(sheet), {
    name: sheetName(sheet.name),
    columns: sheetColumns(sheet.heads),
    freezePane: frozen(sheet),
  }).getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}

export const reportSheetStream = (sheet: SheetInBatches): Readable => Readable.from(chunks(sheet))
