/** The order of rows that are all here: a list on screen and the sheet that is exported of it have the same. */

import { compareKeys, orderKey } from '../text/name-order.ts'

export type SortValue = string | number | null

export interface Sort {
  readonly by: string
  readonly descending: boolean
}

/** Reads a column's key; with '-' before it the greatest first. */
export const sortOf = (order: string): Sort => ({
  by: order.replace(/^-/, ''),
  descending: order.startsWith('-'),
})

function compare(one: SortValue, other: SortValue): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : compareKeys(String(one), String(other))
}

/** The rows in the order of a value. Rows without one come last in both directions. Returns a new array. */
export function rowsBy<Row>(
  rows: readonly Row[],
  value: (row: Row) => SortValue,
  descending: boolean,
): readonly Row[] {
  return rows
    .map((row) => {
      const by = value(row)
      return { row, by: typeof by === 'string' ? orderKey(by) : by }
    })
    .sort(({ by: one }, { by: other }) => {
      const isOneNull = one === null || other === null
      return compare(one, other) * (descending && !isOneNull ? -1 : 1)
    })
    .map(({ row }) => row)
}

/** Returns the rows, with those that are last in any order behind the others. */
export function lastBehind<Row>(
  rows: readonly Row[],
  isLast: ((row: Row) => boolean) | undefined,
): readonly Row[] {
  return isLast === undefined ? rows : [...rows.filter((row) => !isLast(row)), ...rows.filter(isLast)]
}
