/**
 * A true table, and the ways in which files write it. A writer changes how cells are written, never what is true: so a reader
 * of the written table is right where it gives the true value, or says that it does not know. Writers follow one another; each
 * leaves alone what it can't write. Another kind of value is a further `Meaning`, another way to write is a further `Writer`.
 */
import { type Cell, textOf } from '../../../../src/domain/spreadsheet/cells.ts'
import type { DayMeaning } from '../../../../src/domain/spreadsheet/day-cells.ts'
import type { Chance } from '../../../sync/support/random.ts'

/** `phones`: several of one person, joined by '+'. `code`: a number that is kept as a text, with its zeros. */
export type Meaning =
  | DayMeaning
  | 'text'
  | 'name'
  | 'document'
  | 'phones'
  | 'mail'
  | 'cep'
  | 'money'
  | 'percent'
  | 'code'

export interface WrittenColumn {
  /** The field that it is; null for a column that no field has. */
  readonly field: string | null
  readonly header: string
  readonly meaning: Meaning
  /** What a reader should find: days as YYYY-MM-DD. '' for none. */
  readonly values: readonly string[]
  /** As the file has them. Until a writer has written a cell it is its value. */
  readonly cells: readonly Cell[]
}

/** A line that is nobody, before the line of this row; -1: above the headers. */
export interface OtherLine {
  readonly before: number
  readonly cells: readonly Cell[]
}

export interface WrittenTable {
  readonly columns: readonly WrittenColumn[]
  readonly others: readonly OtherLine[]
  /** The row before which the headers stand: 0 unless somebody sorted the sheet. */
  readonly headersAt: number
  /** The writers that wrote it, for the message of a failed test. */
  readonly ways: readonly string[]
}

export interface Writer {
  readonly name: string
  readonly write: (table: WrittenTable, chance: Chance) => WrittenTable
}

export type TrueColumn = Omit<WrittenColumn, 'cells'>

export const trueTable = (columns: readonly TrueColumn[]): WrittenTable => ({
  columns: columns.map((column) => ({ ...column, cells: column.values })),
  others: [],
  headersAt: 0,
  ways: [],
})

export const written = (table: WrittenTable, writers: readonly Writer[], chance: Chance): WrittenTable =>
  writers.reduce((before, { name, write }) => {
    const after = write(before, chance)
    return { ...after, ways: [...before.ways, name] }
  }, table)

const DAY_MEANINGS: readonly Meaning[] = ['start', 'end', 'birth', 'one']
export const isOfDays = ({ meaning }: Pick<WrittenColumn, 'meaning'>): boolean =>
  DAY_MEANINGS.includes(meaning)

type WriteCell = (cell: Cell, column: WrittenColumn, row: number) => Cell

/** The table with each cell of these columns written anew. */
export const withCells = (
  table: WrittenTable,
  isOf: (column: WrittenColumn) => boolean,
  write: WriteCell,
): WrittenTable => ({
  ...table,
  columns: table.columns.map((column) =>
    isOf(column) ? { ...column, cells: column.cells.map((cell, row) => write(cell, column, row)) } : column,
  ),
})

/** The lines of the table, for the message of a failed test. */
export const shownTable = ({ columns, ways }: WrittenTable): string =>
  [
    ways.join(', '),
    ...columns.map(
      ({ header, cells, values }) =>
        `${header}: ${cells.map((cell, row) => `${cell instanceof Date ? textOf(cell) : String(cell)} (${values[row]})`).join(' | ')}`,
    ),
  ].join('\n')
