/** The first values of each column, by which a person sees what it has. docs/rules.md#spreadsheets */
import { cutText } from '../text/cut.ts'
import { formatDay } from '../time/sao-paulo.ts'
import { type Cell, textOf } from './cells.ts'
import type { Table } from './table.ts'

/** Values that are shown of a column. */
const SHOWN = 3
const LONGEST = 30
/** A column that is empty so far down is shown as empty. */
const LOOKED_AT = 2000

const shown = (cell: Cell | undefined) => {
  const text = cell instanceof Date ? formatDay(textOf(cell)) : textOf(cell)
  return text.length > LONGEST ? `${cutText(text, LONGEST)}…` : text
}

/** Returns up to three different values of each column, in the order of the file. */
export function columnSamples({ headers, lines }: Pick<Table, 'headers' | 'lines'>): string[][] {
  const found = headers.map(() => new Set<string>())
  let looked = 0
  for (const { cells } of lines) {
    if (looked === LOOKED_AT) break
    looked += 1
    for (const [column, values] of found.entries()) {
      const value = values.size < SHOWN ? shown(cells[column]) : ''
      if (value !== '') values.add(value)
    }
  }
  return found.map((values) => [...values])
}
