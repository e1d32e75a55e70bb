/** Reads files of expiring policies as the preview and the server do. */
import { type ImportMapping, suggestedImportMapping } from '../../../../src/domain/imports/lists.ts'
import { readList, readListTable } from '../../../../src/domain/imports/read-list.ts'
import type { JudgedTable } from '../../../../src/domain/spreadsheet/day-order.ts'
import type { Table } from '../../../../src/domain/spreadsheet/table.ts'
import { decode } from '../spreadsheet/decode.ts'

export const suggestedMapping = (headers: readonly string[]): ImportMapping =>
  suggestedImportMapping('renewals', headers)

export const readTable = (bytes: Uint8Array, sheet: string | null = null): Promise<Table> =>
  readListTable({ bytes, decode, sheet, list: 'renewals' })

export function readPolicies(table: JudgedTable, mapping: ImportMapping, nowMs: number) {
  const read = readList(table, { list: 'renewals', mapping, nowMs })
  if (read.list !== 'renewals') throw new Error('another list was read')
  return read
}
