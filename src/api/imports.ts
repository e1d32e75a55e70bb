/** Sends a file of any list: docs/rules.md#any-import */
import { type DataImport, type DataImportChoices, startDataImportRoute } from '../contract/imports.ts'
import type { ImportList, ImportMapping } from '../domain/imports/lists.ts'
import type { CallResult } from './call-result.ts'
import { type ListFile, sendListFile } from './send-list-file.ts'

export interface DataImportRequest extends DataImportChoices, ListFile {
  readonly list: ImportList
  readonly mapping: ImportMapping
}

export const sendDataImport = (
  { file, sheet, accents, key, mapping, dayOrders, ...choices }: DataImportRequest,
  token: string,
): Promise<CallResult<DataImport>> =>
  sendListFile(startDataImportRoute, { file, sheet, accents, key, mapping, dayOrders, choices }, token)
