/** The window's side of the worker that reads a file: expiring policies, or any list of another system. */
import { wrap } from 'comlink'
import type { ListKind } from '../domain/imports/list-names.ts'
import type { ImportDefaults, ImportNames } from '../domain/imports/names.ts'
import type { KnownInFarol } from '../domain/imports/preview.ts'
import type { CodePage } from '../domain/spreadsheet/code-pages.ts'
import type { ChosenOrders } from '../domain/spreadsheet/day-order.ts'
import type { AccentsOption } from '../domain/spreadsheet/letters.ts'
import type { Preview, ShownRefusal } from '../domain/spreadsheet/preview.ts'

/** The place of each field's column; null: the file has none. */
export type ColumnMapping = Readonly<Record<string, number | null>>

/** A field as a screen shows it: the worker has the lists, and a screen loads none of them. */
export interface MappedField {
  readonly name: string
  readonly label: string
  readonly required: boolean
}

export type OpenedFile =
  | {
      readonly kind: 'open'
      /** The fields of the list. */
      readonly fields: readonly MappedField[]
      readonly headers: readonly string[]
      readonly mapping: ColumnMapping
      /** Fields whose suggested column should be looked at. */
      readonly doubtful: readonly string[]
      /** Up to three values of each column. */
      readonly samples: readonly (readonly string[])[]
      readonly sheet: string
      readonly sheets: readonly string[]
      readonly hiddenRows: number
      /** Empty unless its letters can be read in more than one way. */
      readonly accentsOptions: readonly AccentsOption[]
      /** The chosen way; null: not chosen. */
      readonly accents: CodePage | null
      /** One has to be chosen. */
      readonly areAccentsAsked: boolean
    }
  | { readonly kind: 'unreadable'; readonly message: string }

/** What lines are read with besides their columns; a file of policies needs none of it. */
export interface ReadWith {
  readonly names: ImportNames
  readonly defaults: ImportDefaults
  readonly known: KnownInFarol
}

export interface OpenHow {
  readonly file: Blob
  /** The named sheet; null: the one that looks most like the list. */
  readonly sheet: string | null
  readonly list: ListKind
  readonly accents: CodePage | null
}

export interface PreviewQuestion {
  readonly mapping: ColumnMapping
  readonly orders: ChosenOrders
  readonly nowMs: number
  readonly readWith: ReadWith | null
}

export interface ListFileApi {
  readonly open: (how: OpenHow) => Promise<OpenedFile>
  /** What the lines are as this mapping reads them. The lines themselves stay in the worker. */
  readonly preview: (question: PreviewQuestion) => Promise<Preview>
  /** All refused lines of the last preview. */
  readonly refused: () => Promise<readonly ShownRefusal[]>
}

export interface ListFile extends ListFileApi {
  readonly close: () => void
}

/** One worker for one file. */
export function listFile(): ListFile {
  const worker = new Worker(new URL('./list-file.worker.ts', import.meta.url), { type: 'module' })
  const api = wrap<ListFileApi>(worker)
  return {
    open: (how) => api.open(how),
    preview: (question) => api.preview(question),
    refused: () => api.refused(),
    close: () => worker.terminate(),
  }
}
