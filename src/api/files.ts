/** Fetches the PDF of a lead. Sending is the sync's (`lead.attachFile`): docs/rules.md#files. */
import { type CallResult, download } from './http.ts'

/** The bytes; save them under `leadFileName`. 404: this lead has no file. */
export function downloadLeadFile(token: string, leadId: number): Promise<CallResult<Blob>> {
  return download(`leads/fileDownload?lead_id=${leadId}`, 'application/pdf', token)
}
