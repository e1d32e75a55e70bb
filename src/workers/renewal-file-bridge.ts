/** The window's side of the worker that reads a file of expiring policies. */
import { wrap } from 'comlink'
import type { RenewalField, RenewalMapping } from '../domain/renewals/columns.ts'
import type { ReadLines } from '../domain/renewals/rows.ts'

export type OpenedFile =
  | {
      readonly kind: 'open'
      readonly headers: readonly string[]
      readonly mapping: RenewalMapping
      /** Fields whose suggested column should be looked at. */
      readonly doubtful: readonly RenewalField[]
      readonly sheet: string
      readonly sheets: readonly string[]
      readonly hiddenRows: number
    }
  | { readonly kind: 'unreadable'; readonly message: string }

export interface Preview {
  readonly lines: ReadLines
  readonly warnings: readonly string[]
}

export interface RenewalFileApi {
  /** Opens the named sheet, or with null the one that looks most like policies. */
  readonly open: (file: Blob, sheet: string | null) => Promise<OpenedFile>
  /** The lines as this mapping reads them. */
  readonly preview: (mapping: RenewalMapping, nowMs: number) => Promise<Preview>
}

export interface RenewalFile extends RenewalFileApi {
  readonly close: () => void
}

/** One worker for one file. */
export function renewalFile(): RenewalFile {
  const worker = new Worker(new URL('./renewal-file.worker.ts', import.meta.url), { type: 'module' })
  const api = wrap<RenewalFileApi>(worker)
  return {
    open: (file, sheet) => api.open(file, sheet),
    preview: (mapping, nowMs) => api.preview(mapping, nowMs),
    close: () => worker.terminate(),
  }
}
