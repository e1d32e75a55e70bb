/** Files that a user saves: bytes, and answers of the server. docs/rules.md#toasts */
import type { CallResult } from '../api/call-result.ts'
import { notify } from '../ui/notify.ts'
import { notDownloadedWords } from './download-words.ts'
import { failureWords, online } from './online.ts'

export const DOWNLOADING = 'Fazendo Download do arquivo...'

/** Saves bytes as a file of the device. */
export function download(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  // The browser reads the URL after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Asks the server for a file and saves it, with the toasts of every download. Returns whether it was saved. */
export async function downloadAnswer(
  name: string,
  ask: (token: string) => Promise<CallResult<Blob>>,
): Promise<boolean> {
  notify.success(DOWNLOADING)
  const result = await online(ask)
  if (result.kind === 'ok') download(result.value, name)
  else notify.error(notDownloadedWords(failureWords(result, 'o arquivo') ?? ''))
  return result.kind === 'ok'
}
