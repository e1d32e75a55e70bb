/** The chosen file: read in a worker, its columns mapped, and what its lines are as this mapping reads them. */
import { useEffect, useRef, useState } from 'react'
import type { CodePage } from '../../domain/spreadsheet/code-pages.ts'
import { LARGEST_FILE, TOO_LARGE } from '../../domain/spreadsheet/limits.ts'
import type { Preview } from '../../domain/spreadsheet/preview.ts'
import {
  type ColumnMapping,
  type ListFile,
  type ListKind,
  listFile,
  type OpenedFile,
  type ReadWith,
} from '../../workers/list-file-bridge.ts'
import { downloadRefused, type RefusedSheet } from './refused-sheet.ts'

export type ChosenFile =
  | { readonly kind: 'none'; readonly problem: string | null }
  | { readonly kind: 'reading'; readonly name: string }
  | OpenFile

export type OpenFile = Extract<OpenedFile, { kind: 'open' }> & {
  readonly file: File
  /** null while the lines are read, and while a required field has no column. */
  readonly preview: Preview | null
  /** The lines could not be read. */
  readonly failed: boolean
}

const NOT_READ = 'Não foi possível ler o arquivo. Escolha-o de novo.'

interface Question {
  readonly reader: ListFile
  readonly mapping: ColumnMapping
  readonly readWith: ReadWith | null
}

interface Answered {
  readonly to: Question
  /** null: the lines could not be read. */
  readonly preview: Preview | null
}

interface ListFileOptions {
  readonly list: ListKind
  readonly isComplete: (mapping: ColumnMapping) => boolean
  /** What lines are read with. undefined: not known yet, and nothing is read. */
  readonly readWith: ReadWith | null | undefined
}

interface Choosing {
  readonly sheet?: string | null
  readonly kind?: ListKind
  readonly accents?: CodePage | null
}

type State = Exclude<ChosenFile, OpenFile> | (Omit<OpenFile, 'preview' | 'failed'> & { reader: ListFile })

/** Asks for the preview whenever mapping or names change; a later question takes the place of an earlier one. */
function usePreview(question: Question | null): Answered | null {
  const [answered, setAnswered] = useState<Answered | null>(null)
  const reader = question?.reader
  const mapping = question?.mapping
  const readWith = question?.readWith
  useEffect(() => {
    if (reader === undefined || mapping === undefined || readWith === undefined) return
    let gone = false
    const to = { reader, mapping, readWith }
    void reader
      .preview(mapping, Date.now(), readWith)
      .catch(() => null)
      .then((preview) => {
        if (!gone) setAnswered({ to, preview })
      })
    return () => {
      gone = true
    }
  }, [reader, mapping, readWith])
  const isOfQuestion =
    answered !== null &&
    answered.to.reader === reader &&
    answered.to.mapping === mapping &&
    answered.to.readWith === readWith
  return isOfQuestion ? answered : null
}

export function useListFile({ list, isComplete, readWith }: ListFileOptions) {
  const [state, setState] = useState<State>({ kind: 'none', problem: null })
  const latest = useRef<ListFile | null>(null)
  useEffect(() => () => latest.current?.close(), [])

  const isReady = state.kind === 'open' && isComplete(state.mapping) && readWith !== undefined
  const answered = usePreview(isReady ? { reader: state.reader, mapping: state.mapping, readWith } : null)

  const close = (problem: string | null) => {
    latest.current?.close()
    latest.current = null
    setState({ kind: 'none', problem })
  }

  async function choose(
    file: File | null,
    { sheet = null, kind = list, accents = null }: Choosing,
  ): Promise<void> {
    if (file === null) return
    close(null)
    if (file.size > LARGEST_FILE) return close(TOO_LARGE)
    const reader = listFile()
    latest.current = reader
    setState({ kind: 'reading', name: file.name })
    const opened = await reader
      .open({ file, sheet, list: kind, accents })
      .catch(() => ({ kind: 'unreadable', message: NOT_READ }) as const)
    if (latest.current !== reader) return
    if (opened.kind === 'unreadable') return close(opened.message)
    setState({ ...opened, file, reader })
  }

  const chosen: ChosenFile =
    state.kind === 'open'
      ? {
          ...state,
          preview: answered?.preview ?? null,
          failed: answered !== null && answered.preview === null,
        }
      : state

  return {
    chosen,
    choose: (file: File | null) => void choose(file, {}),
    /** Another sheet of the same file. */
    chooseSheet: (sheet: string) => {
      if (state.kind === 'open') void choose(state.file, { sheet, accents: state.accents })
    },
    /** Another way to read its letters. */
    chooseAccents: (accents: CodePage) => {
      if (state.kind === 'open') void choose(state.file, { sheet: state.sheet, accents })
    },
    /** The file is a list of something else. */
    chooseList: (kind: ListKind) => {
      if (state.kind === 'open') void choose(state.file, { kind, accents: state.accents })
      else close(null)
    },
    map: (field: string, column: number | null) => {
      if (state.kind !== 'open') return
      const mapping = { ...state.mapping, [field]: column }
      setState({ ...state, mapping, doubtful: state.doubtful.filter((name) => name !== field) })
    },
    /** A mapping that a person chose: none of it is doubtful. */
    mapAll: (mapping: ColumnMapping) => {
      if (state.kind === 'open') setState({ ...state, mapping, doubtful: [] })
    },
    saveRefused: async (sheet: RefusedSheet) => {
      if (state.kind === 'open') await downloadRefused(sheet, await state.reader.refused())
    },
    clear: () => close(null),
  }
}
