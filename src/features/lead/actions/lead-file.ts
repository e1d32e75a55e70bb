/**
 * The lead's PDF: checked and stored here, sent when there is a connection. A download comes from the server, or from
 * this device while the file is unsent. docs/rules.md#files
 */

import { call } from '../../../api/call.ts'
import { downloadFileRoute } from '../../../contract/files.ts'
import { openMirror } from '../../../db/open.ts'
import { dropFile, keepFile, readFile } from '../../../db/session/files.ts'
import { DOWNLOADING, download } from '../../../device/download.ts'
import { NOT_DOWNLOADED, notDownloadedWords } from '../../../device/download-words.ts'
import { failureWords, online } from '../../../device/online.ts'
import { runCommandWithToast } from '../../../device/run-command-with-toast.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import {
  FILE_NOT_SENT,
  FILE_QUEUED,
  FILE_TOO_LARGE,
  isPdf,
  leadFileName,
  MAX_FILE_BYTES,
  NOT_A_PDF,
} from '../../../domain/lead/lead-file.ts'
import { notify } from '../../../ui/notify.ts'

/** Returns why a chosen file can't be attached. Null: it can. */
export async function unfitFile(file: File): Promise<string | null> {
  if (file.size > MAX_FILE_BYTES) return FILE_TOO_LARGE
  try {
    return isPdf(new Uint8Array(await file.arrayBuffer())) ? null : NOT_A_PDF
  } catch (error) {
    // The file has disappeared.
    return `${FILE_NOT_SENT}: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Returns true once the file, which `unfitFile` found fit, is stored here and queued. Its arrival on the server has a toast of its own. */
export async function attachFile(userId: number, lead: Lead, file: File): Promise<boolean> {
  const db = openMirror(userId)
  const uid = crypto.randomUUID()
  try {
    const bytes = await file.arrayBuffer()
    const blob = new Blob([bytes], { type: 'application/pdf' })
    await keepFile(db, { uid, leadUid: lead.uid, name: file.name, bytes: blob, queuedAt: Date.now() })
  } catch (error) {
    // The file has disappeared or the disk is full: nothing was stored.
    notify.error(`${FILE_NOT_SENT}: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
  const args = { lead_uid: lead.uid, file_uid: uid, name: file.name, size: file.size }
  if (
    await runCommandWithToast(userId, 'lead.attachFile', args, { done: FILE_QUEUED, failed: FILE_NOT_SENT })
  )
    return true
  await dropFile(db, uid)
  return false
}

export async function downloadFile(userId: number, lead: Lead): Promise<void> {
  if (lead.file_path === null) return
  notify.success(DOWNLOADING)
  const kept = await readFile(openMirror(userId), lead.file_path)
  if (kept !== undefined) return save(kept.bytes, lead)
  const { id } = lead
  if (id === null) return notify.error(NOT_DOWNLOADED)
  const answer = await online((token) => call(downloadFileRoute, { token, query: { lead_id: id } }))
  if (answer.kind === 'ok') save(answer.value, lead)
  else notify.error(notDownloadedWords(failureWords(answer, 'o arquivo') ?? ''))
}

/** A lead without a number is saved under its client's name. */
function save(bytes: Blob, lead: Lead): void {
  download(bytes, lead.id === null ? `${lead.client_name} OF.pdf` : leadFileName(lead.id))
}
