/** Downloads the PDF of a lead. The sync uploads it (`lead.attachFile`): docs/rules.md#files. */
import { type CallResult, download } from './http.ts'

/** Returns the bytes. The file name is `leadFileName`. Refused with 404 when the lead has no file. */
export function downloadLeadFile(token: string, leadId: number): Promise<CallResult<Blob>> {
  return download(`leads/fileDownload?lead_id=${leadId}`, 'application/pdf', token)
}
