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
  const looked = lines.slice(0, LOOKED_AT)
  return headers.map((_, column) => {
    const found = new Set<string>()
    for (const { cells } of looked) {
      const value = shown(cells[column])
      if (value !== '') found.add(value)
      if (found.size === SHOWN) break
    }
    return [...found]
  })
}
