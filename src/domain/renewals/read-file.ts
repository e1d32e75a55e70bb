/** Reads a file of expiring policies as a table: docs/rules.md#renewal-import */
import type { CodePage } from '../spreadsheet/code-pages.ts'
import type { Decode } from '../spreadsheet/decode.ts'
import { readTable, type Table } from '../spreadsheet/table.ts'
import { recognised } from './columns.ts'

interface RenewalFile {
  readonly bytes: Uint8Array
  readonly decode: Decode
  /** The name of the sheet; null for the one that looks most like policies. */
  readonly sheet: string | null
  /** How its letters are read where that is not sure. */
  readonly accents?: CodePage | null
}

/** Throws UnreadableFile. */
export const readRenewalTable = (file: RenewalFile): Promise<Table> =>
  readTable({ ...file, score: recognised })
