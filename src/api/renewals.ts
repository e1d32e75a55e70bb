/** Sends a file of expiring policies: docs/rules.md#renewal-import */
import { type RenewalImport, renewalImportSchema, startImportRoute } from '../contract/renewals.ts'
import type { RenewalMapping } from '../domain/renewals/columns.ts'
import { type CallResult, LOST_ANSWER } from './call-result.ts'
import { exchange } from './http.ts'

export interface ImportRequest {
  readonly file: File
  /** The sheet of the file; '' for a file without sheets. */
  readonly sheet: string
  readonly mapping: RenewalMapping
  readonly channel_id: number
  readonly inviter_id: number
  readonly partner_id: number | null
  /** Of the lines that have none. */
  readonly insurer: string
}

/** In milliseconds: the file may be large, the line slow, and the server reads all of it. */
const TIMEOUT = 300_000

export async function sendImport(
  { file, sheet, mapping, channel_id, inviter_id, partner_id, insurer }: ImportRequest,
  token: string,
): Promise<CallResult<RenewalImport>> {
  const form = new FormData()
  form.append('mapping', JSON.stringify(mapping))
  form.append('sheet', sheet)
  form.append('insurer', insurer)
  form.append('channel_id', String(channel_id))
  form.append('inviter_id', String(inviter_id))
  form.append('partner_id', partner_id === null ? '' : String(partner_id))
  form.append('file', file, file.name)
  const { path, method } = startImportRoute
  const options = { method, body: form, token, timeout: TIMEOUT }
  const result = await exchange<RenewalImport>(path.slice(1), options, async (response) => {
    const parsed = renewalImportSchema.safeParse(await response.json())
    return parsed.success ? { kind: 'ok', value: parsed.data } : { kind: 'unreachable' }
  })
  return result.kind === 'unreachable' ? LOST_ANSWER : result
}
