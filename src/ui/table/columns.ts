/** What a list shows of its rows: the same columns as a table and, on a narrow screen, as cards. */
import type { ReactNode } from 'react'
import { rowsBy, type Sort } from '../../domain/table/row-order.ts'

export type { Sort }

export interface Column<Row> {
  readonly key: string
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** What the rows are sorted by; without it they are not sorted by this column. null comes last. */
  readonly sortBy?: (row: Row) => string | number | null
  readonly align?: 'right'
  /** CSS width. */
  readonly width?: number
  /** true: the cell stays on one line, as dates and numbers. false: it has room for two words. */
  readonly noWrap?: boolean
  /** Below the column, in the row of totals. */
  readonly total?: ReactNode
  /** On a card: its heading. */
  readonly isTitle?: boolean
  /** On a card: beside its heading, without the label. */
  readonly isBeside?: boolean
  /** On a card: left out where the cell is empty. */
  readonly isOptional?: boolean
  /** On a card: left out. */
  readonly notOnCards?: boolean
  /** In a table: left out where the window has no room for every column. */
  readonly leavesFirst?: boolean
  /** Buttons: on a card they are at its foot, in a table always in sight. */
  readonly isActions?: boolean
  /** The heading is for screen readers alone: an arrow needs none. */
  readonly hidesLabel?: boolean
}

/** What a row shows below it when its arrow is pressed. */
export interface Expansion<Row> {
  /** Names the arrow of a row. */
  readonly label: (row: Row) => string
  readonly content: (row: Row) => ReactNode
}

/** A name and its numbers: a phone has room for them in a table, and the row of totals. */
const NARROW_COLUMNS = 4

export const isNarrowTable = <Row>(columns: readonly Column<Row>[]): boolean =>
  columns.length <= NARROW_COLUMNS &&
  columns.every(({ isTitle, align }) => isTitle === true || align === 'right')

export type Order = 'ascending' | 'descending'

/** null: the rows are sorted by another column. */
export const orderOf = (sort: Sort | null, key: string): Order | null =>
  sort?.by !== key ? null : sort.descending ? 'descending' : 'ascending'

/** After a press on a column's heading: its own column turns round, another begins with its first. */
export const sortAfter = (sort: Sort | null, key: string): Sort => ({
  by: key,
  descending: sort?.by === key && !sort.descending,
})

/** The rows in the order of a column. Returns a new array, or the rows where nothing sorts them. */
export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const value = columns.find(({ key }) => key === sort?.by)?.sortBy
  return sort === null || value === undefined ? rows : rowsBy(rows, value, sort.descending)
}
