/** Days as American software writes them, the month first. docs/rules.md#spreadsheets */
import { type Cell, textOf } from './cells.ts'
import type { TableLines } from './table.ts'

const TWO_AND_YEAR = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/u
const MOST_MONTHS = 12

/**
 * Whether the column can only be read with the month first: some of its days have a month beyond twelve otherwise, and none
 * has the other way round.
 */
export function isMonthFirst(lines: TableLines, column: number): boolean {
  let found = false
  for (const { cells } of lines) {
    const [, first, , second] = TWO_AND_YEAR.exec(textOf(cells[column])) ?? []
    if (Number(first) > MOST_MONTHS) return false
    found ||= Number(second) > MOST_MONTHS
  }
  return found
}

/** The cell with the day first. */
export const withDayFirst = (cell: Cell | undefined): Cell | undefined =>
  typeof cell === 'string' ? cell.trim().replace(TWO_AND_YEAR, '$3$2$1$2$4') : cell
