/** Makes the sheet of a list and saves it as a file. Loaded at the first export. docs/rules.md#sheets-of-lists */
import { type ListSheet, listSheetFile } from '../domain/sheet/list-sheet.ts'
import { sheetFileName } from '../domain/sheet/sheet.ts'
import { saoPauloDay } from '../domain/time/sao-paulo.ts'
import { download } from './download.ts'

interface SavedList<Row> extends Omit<ListSheet<Row>, 'asOf'> {
  /** The beginning of the file's name: 'aparelhos'. */
  readonly file: string
  /** By the corrected clock: when the rows were read. */
  readonly atMs: number
}

export async function saveList<Row>({ file, atMs, ...list }: SavedList<Row>): Promise<void> {
  const bytes = await listSheetFile({ ...list, asOf: new Date(atMs).toISOString() })
  download(new Blob([bytes]), sheetFileName(file, { today: saoPauloDay(atMs) }))
}
