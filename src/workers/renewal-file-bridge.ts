/** The window's side of the worker that reads a file of expiring policies. */
import { wrap } from 'comlink'
import type { RenewalMapping } from '../domain/renewals/columns.ts'
import type { ReadLines } from '../domain/renewals/rows.ts'

export type OpenedFile =
  | { readonly kind: 'open'; readonly headers: readonly string[]; readonly mapping: RenewalMapping }
  | { readonly kind: 'unreadable'; readonly message: string }

export interface RenewalFileApi {
  readonly open: (file: Blob) => Promise<OpenedFile>
  /** The lines as this mapping reads them. */
  readonly preview: (mapping: RenewalMapping, nowMs: number) => Promise<ReadLines>
}

export interface RenewalFile extends RenewalFileApi {
  readonly close: () => void
}

/** One worker for one file. */
export function renewalFile(): RenewalFile {
  const worker = new Worker(new URL('./renewal-file.worker.ts', import.meta.url), { type: 'module' })
  const api = wrap<RenewalFileApi>(worker)
  return {
    open: (file) => api.open(file),
    preview: (mapping, nowMs) => api.preview(mapping, nowMs),
    close: () => worker.terminate(),
  }
}
