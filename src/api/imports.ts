/** Sends a file of any list: docs/rules.md#any-import */
import {
  type DataImport,
  type DataImportChoices,
  dataImportSchema,
  startDataImportRoute,
} from '../contract/imports.ts'
import type { ImportList, ImportMapping } from '../domain/imports/lists.ts'
import { type CallResult, LOST_ANSWER } from './call-result.ts'
import { exchange } from './http.ts'

export interface DataImportRequest extends DataImportChoices {
  readonly file: File
  /** The sheet of the file; '' for a file without sheets. */
  readonly sheet: string
  readonly list: ImportList
  readonly mapping: ImportMapping
}

/** In milliseconds: the file may be large, the line slow, and the server reads all of it. */
const TIMEOUT = 300_000

export async function sendDataImport(
  { file, mapping, ...rest }: DataImportRequest,
  token: string,
): Promise<CallResult<DataImport>> {
  const form = new FormData()
  form.append('mapping', JSON.stringify(mapping))
  for (const [name, value] of Object.entries(rest)) form.append(name, value === null ? '' : String(value))
  form.append('file', file, file.name)
  const { path, method } = startDataImportRoute
  const options = { method, body: form, token, timeout: TIMEOUT }
  const result = await exchange<DataImport>(path.slice(1), options, async (response) => {
    const parsed = dataImportSchema.safeParse(await response.json())
    return parsed.success ? { kind: 'ok', value: parsed.data } : { kind: 'unreachable' }
  })
  return result.kind === 'unreachable' ? LOST_ANSWER : result
}
