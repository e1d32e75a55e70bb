/** What a list shows of its rows: the same columns as a table and, on a narrow screen, as cards. */
import type { ReactNode } from 'react'

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
  /** Buttons: on a card they stand at its foot. */
  readonly isActions?: boolean
  /** In a table the label is only read out: the column has no room for it. */
  readonly hidesLabel?: boolean
}

/** What a row shows below it when its arrow is pressed. */
export interface Expansion<Row> {
  /** Names the arrow of a row. */
  readonly label: (row: Row) => string
  readonly content: (row: Row) => ReactNode
}

export interface Sort {
  readonly by: string
  readonly descending: boolean
}

export type Order = 'ascending' | 'descending'

/** null: the rows stand in the order of another column. */
export const orderOf = (sort: Sort | null, key: string): Order | null =>
  sort?.by !== key ? null : sort.descending ? 'descending' : 'ascending'

/** After a press on a column's heading: its own column turns round, another keeps the direction. */
export const sortAfter = (sort: Sort | null, key: string): Sort => ({
  by: key,
  descending: sort?.by === key ? !sort.descending : (sort?.descending ?? false),
})

const collator = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true })

function compare(one: string | number | null, other: string | number | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one), String(other))
}

/** The rows in the order of a column. Rows without a value come last, whichever way it goes. Returns a new array. */
export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const value = columns.find(({ key }) => key === sort?.by)?.sortBy
  if (sort === null || value === undefined) return rows
  return rows.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)]
    const isOneNull = one === null || other === null
    return compare(one, other) * (sort.descending && !isOneNull ? -1 : 1)
  })
}

/** The rows with those that stand last in any order behind the others. */
export function lastBehind<Row>(
  rows: readonly Row[],
  isLast: ((row: Row) => boolean) | undefined,
): readonly Row[] {
  return isLast === undefined ? rows : [...rows.filter((row) => !isLast(row)), ...rows.filter(isLast)]
}
