/** The chosen file: read in a worker, its columns mapped, and what its lines are as this mapping reads them. */
import { useEffect, useRef, useState } from 'react'
import type { ListKind } from '../../domain/imports/list-names.ts'
import type { CodePage } from '../../domain/spreadsheet/code-pages.ts'
import {
  type ChosenOrders,
  type DayOrder,
  type DayOrders,
  NO_ORDERS,
} from '../../domain/spreadsheet/day-order.ts'
import { LARGEST_FILE, TOO_LARGE } from '../../domain/spreadsheet/limits.ts'
import type { Preview } from '../../domain/spreadsheet/preview.ts'
import type { ShownDays } from '../../domain/spreadsheet/shown-days.ts'
import {
  type ColumnMapping,
  type ListFile,
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
  readonly orders: ChosenOrders
  /** Columns whose order of day and month should be seen; of the last preview while the lines are read again. */
  readonly days: readonly ShownDays[]
}

/** The labels of required fields that have no column. */
export const missingOf = ({ fields, mapping }: Pick<OpenFile, 'fields' | 'mapping'>): string[] =>
  fields.flatMap(({ name, label, required }) => (required && (mapping[name] ?? null) === null ? [label] : []))

const NOT_READ = 'Não foi possível ler o arquivo. Escolha-o de novo.'

interface Question {
  readonly reader: ListFile
  readonly mapping: ColumnMapping
  readonly orders: ChosenOrders
  readonly readWith: ReadWith | null
}

interface Answered {
  readonly to: Question
  /** null: the lines could not be read. */
  readonly preview: Preview | null
}

interface ListFileOptions {
  readonly list: ListKind
  /** What lines are read with. undefined: not known yet, and nothing is read. */
  readonly readWith: ReadWith | null | undefined
}

interface Choosing {
  readonly sheet?: string | null
  readonly kind?: ListKind
  readonly accents?: CodePage | null
}

type State =
  | Exclude<ChosenFile, OpenFile>
  | (Omit<OpenFile, 'preview' | 'failed' | 'days'> & { reader: ListFile })

interface Asked {
  /** null while the lines are read. */
  readonly answer: Answered | null
  /** Of the last answer about this file and mapping: a choice must not vanish while the lines are read again. */
  readonly days: readonly ShownDays[]
}

/** Asks for the preview whenever the question changes; a later one takes the place of an earlier one. */
function usePreview(question: Question | null): Asked {
  const [answered, setAnswered] = useState<Answered | null>(null)
  const reader = question?.reader
  const mapping = question?.mapping
  const orders = question?.orders
  const readWith = question?.readWith
  useEffect(() => {
    if (reader === undefined || mapping === undefined || orders === undefined || readWith === undefined)
      return
    let gone = false
    const to = { reader, mapping, orders, readWith }
    void reader
      .preview({ mapping, orders, nowMs: Date.now(), readWith })
      .catch(() => null)
      .then((preview) => {
        if (!gone) setAnswered({ to, preview })
      })
    return () => {
      gone = true
    }
  }, [reader, mapping, orders, readWith])
  const isOfFile = answered !== null && answered.to.reader === reader && answered.to.mapping === mapping
  const isOfQuestion = isOfFile && answered.to.orders === orders && answered.to.readWith === readWith
  return { answer: isOfQuestion ? answered : null, days: isOfFile ? (answered.preview?.days ?? []) : [] }
}

export function useListFile({ list, readWith }: ListFileOptions) {
  const [state, setState] = useState<State>({ kind: 'none', problem: null })
  const latest = useRef<ListFile | null>(null)
  useEffect(() => () => latest.current?.close(), [])

  const isReady = state.kind === 'open' && missingOf(state).length === 0 && readWith !== undefined
  const { answer, days } = usePreview(
    isReady ? { reader: state.reader, mapping: state.mapping, orders: state.orders, readWith } : null,
  )

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
    setState({ ...opened, file, reader, orders: NO_ORDERS })
  }

  const chosen: ChosenFile =
    state.kind === 'open'
      ? {
          ...state,
          preview: answer?.preview ?? null,
          failed: answer !== null && answer.preview === null,
          days: days.map((column) => ({
            ...column,
            order: state.orders.chosen[column.field] ?? column.order,
          })),
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
      // The order was chosen for the column that the field had.
      const without = (orders: DayOrders) =>
        Object.fromEntries(Object.entries(orders).filter(([name]) => name !== field))
      const orders = { chosen: without(state.orders.chosen), saved: without(state.orders.saved) }
      setState({ ...state, mapping, orders, doubtful: state.doubtful.filter((name) => name !== field) })
    },
    /** A mapping that a person chose: none of it is doubtful. */
    mapAll: (mapping: ColumnMapping, saved: DayOrders) => {
      if (state.kind === 'open') setState({ ...state, mapping, orders: { chosen: {}, saved }, doubtful: [] })
    },
    /** Whether the day or the month comes first in the field's column. */
    order: (field: string, order: DayOrder) => {
      if (state.kind !== 'open') return
      const { chosen: before, saved } = state.orders
      setState({ ...state, orders: { chosen: { ...before, [field]: order }, saved } })
    },
    saveRefused: async (sheet: RefusedSheet) => {
      if (state.kind === 'open') await downloadRefused(sheet, await state.reader.refused())
    },
    clear: () => close(null),
  }
}
