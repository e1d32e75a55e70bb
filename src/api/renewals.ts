/** Sends a file of expiring policies: docs/rules.md#renewal-import */
import { type RenewalImport, startImportRoute } from '../contract/renewals.ts'
import type { ImportMapping } from '../domain/imports/lists.ts'
import type { CallResult } from './call-result.ts'
import { type ListFile, sendListFile } from './send-list-file.ts'

export interface ImportRequest extends ListFile {
  readonly mapping: ImportMapping
  readonly channel_id: number
  readonly inviter_id: number
  readonly partner_id: number | null
  /** Of the lines that have none. */
  readonly insurer: string
}

export const sendImport = (
  { file, sheet, accents, key, mapping, dayOrders, ...choices }: ImportRequest,
  token: string,
): Promise<CallResult<RenewalImport>> =>
  sendListFile(startImportRoute, { file, sheet, accents, key, mapping, dayOrders, choices }, token)
