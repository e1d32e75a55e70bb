/** Arithmetic that every report shares: docs/rules.md#reports */
import { compareNames } from '../text/name-order.ts'

/** Returns a share in percent, 0 to 100, or null for nothing. */
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : (part / whole) * 100

/** As `share`, but 0 for nothing: in a row of totals. */
export const totalShare = (part: number, whole: number): number => share(part, whole) ?? 0

export const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0)

interface Ranked {
  readonly conversion: number | null
  readonly sold: number
  readonly name: string
}

/**
 * Returns the rows by conversion, then by sales, then by name, each with its place from 1. Rows equal in conversion and
 * sales share a place.
 */
export function ranked<Row>(
  rows: readonly Row[],
  of: (row: Row) => Ranked,
): { readonly row: Row; readonly place: number }[] {
  const order = rows
    .map((row) => ({ row, key: of(row) }))
    .toSorted(
      ({ key: a }, { key: b }) =>
        (b.conversion ?? -1) - (a.conversion ?? -1) || b.sold - a.sold || compareNames(a.name, b.name),
    )
  let place = 0
  return order.map(({ row, key }, index) => {
    const before = order[index - 1]?.key
    if (before === undefined || before.conversion !== key.conversion || before.sold !== key.sold)
      place = index + 1
    return { row, place }
  })
}
