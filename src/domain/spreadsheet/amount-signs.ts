/** What the signs in a column of amounts mean: '55.000' is fifty-five beside '980.50'. Pure. docs/rules.md#documents-phones-money */
import { type Cell, centsOf, textOf } from './cells.ts'
import type { TableLines } from './packed-rows.ts'

type Sign = '.' | ','

/** The signs that a column proves to be before decimals, and those that it proves to group thousands. */
export interface AmountSigns {
  readonly decimal: ReadonlySet<Sign>
  readonly grouping: ReadonlySet<Sign>
}

const NUMBER = /\d[\d.,]*\d/u
/** Three digits behind the only sign: thousands, or three decimals. */
const EITHER = /^([1-9]\d{0,2})([.,])(\d{3})$/u

const isSign = (letter: string): letter is Sign => letter === '.' || letter === ','

const numberOf = (cell: Cell | undefined) =>
  typeof cell === 'string' ? (NUMBER.exec(textOf(cell))?.[0] ?? '') : ''

/** Reads the column of this place; none of it where the file has no such column. */
export function amountSigns(lines: TableLines, place: number | null): AmountSigns {
  const decimal = new Set<Sign>()
  const grouping = new Set<Sign>()
  if (place === null) return { decimal, grouping }
  for (const { cells } of lines) {
    const number = numberOf(cells[place])
    if (EITHER.test(number)) continue
    const signs = Array.from(number).filter(isSign)
    const last = signs.at(-1)
    if (last === undefined) continue
    const isRepeated = signs.length > 1 && new Set(signs).size === 1
    if (isRepeated) grouping.add(last)
    else decimal.add(last)
    for (const sign of signs) if (sign !== last) grouping.add(sign)
  }
  return { decimal, grouping }
}

/** As `centsOf`; null, too, for an amount that the column lets be two. */
export function centsInColumn(
  cell: Cell | undefined,
  { decimal, grouping }: AmountSigns,
): number | '' | null {
  const [, whole = '', sign = '', rest = ''] = EITHER.exec(numberOf(cell)) ?? []
  if (!isSign(sign) || !decimal.has(sign)) return centsOf(cell)
  return grouping.has(sign) ? null : centsOf(Number(`${whole}.${rest}`))
}
