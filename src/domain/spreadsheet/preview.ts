/** What of a file is seen before anything is written: its sum, its first lines, and what to look at. */
import type { ShownDays } from './shown-days.ts'

export interface ShownLine {
  readonly line: number
  /** In the order of the columns. */
  readonly cells: readonly string[]
}

export interface ShownRefusal {
  readonly line: number
  /** The policy's number, or the number in the other system. */
  readonly reference: string
  readonly reason: string
}

/** Whether any of the lines has a reference: a list of users has none. */
export const isReferred = (refused: readonly ShownRefusal[]): boolean =>
  refused.some(({ reference }) => reference !== '')

/** `total` is the sum of `good`, `refused` and `blank`. */
export interface Preview {
  readonly total: number
  readonly good: number
  readonly refused: number
  readonly blank: number
  readonly columns: readonly string[]
  readonly first: readonly ShownLine[]
  readonly firstRefused: readonly ShownRefusal[]
  readonly warnings: readonly string[]
  /** What happens to good lines whose rows are known to be in Farol already. */
  readonly known: readonly string[]
  /** Good lines without an insurer, of a list of renewals. */
  readonly withoutInsurer: number
  /** Columns whose order of day and month a person should see. */
  readonly days: readonly ShownDays[]
}

const FIRST = 5
const FIRST_REFUSED = 20

export const EMPTY_PREVIEW: Preview = {
  total: 0,
  good: 0,
  refused: 0,
  blank: 0,
  columns: [],
  first: [],
  firstRefused: [],
  warnings: [],
  known: [],
  withoutInsurer: 0,
  days: [],
}

export type PreviewCells<Row> = readonly (readonly [label: string, cell: (row: Row) => string])[]

interface Seen<Row> {
  readonly lines: {
    readonly good: readonly { readonly line: number; readonly row: Row }[]
    readonly refused: readonly unknown[]
    readonly blank: number
    readonly total: number
  }
  readonly refusals: readonly ShownRefusal[]
  readonly cells: PreviewCells<Row>
}

/** The lines as the preview shows them. Columns that are empty in all of the first lines are left out. */
export function previewOf<Row>({ lines, refusals, cells }: Seen<Row>): Preview {
  const first = lines.good.slice(0, FIRST)
  const shown = cells.filter(([, cell]) => first.some(({ row }) => cell(row) !== ''))
  return {
    ...EMPTY_PREVIEW,
    total: lines.total,
    good: lines.good.length,
    refused: lines.refused.length,
    blank: lines.blank,
    columns: shown.map(([label]) => label),
    first: first.map(({ line, row }) => ({ line, cells: shown.map(([, cell]) => cell(row)) })),
    firstRefused: refusals.slice(0, FIRST_REFUSED),
  }
}
