/** What a person sees of a column whose order of day and month is not certain. docs/rules.md#order-of-days */

import { cutText } from '../text/cut.ts'
import { dayInWords } from '../time/months.ts'
import { formatDay, saoPauloDay } from '../time/sao-paulo.ts'
import { type Cell, textOf } from './cells.ts'
import { dayOf, excelTime } from './day-cells.ts'
import { type DayDoubt, type DayOrder, type DayOrders, type JudgedColumn, readCell } from './day-order.ts'

export interface ShownCell {
  /** As the file has it. */
  readonly written: string
  /** '25 de março de 2027' in each order; null where it is no day then. */
  readonly words: Readonly<Record<DayOrder, string | null>>
}

export interface ShownDays {
  readonly field: string
  /** The header of the column. */
  readonly header: string
  readonly doubt: DayDoubt
  /** null: it must be chosen before the import. */
  readonly order: DayOrder | null
  readonly cells: readonly ShownCell[]
}

const LONGEST_SHOWN = 60

const headerOf = ({ place }: JudgedColumn, headers: readonly string[]): string =>
  headers[place] || `Coluna ${place + 1}`

/** A date of the spreadsheet is written as a Brazilian one shows it. */
function writtenOf(cell: Cell, { meaning }: JudgedColumn): string {
  const date = excelTime(cell, meaning)
  return date === null ? cutText(textOf(cell), LONGEST_SHOWN) : formatDay(date.toISOString().slice(0, 10))
}

export function shownDays(
  judged: readonly JudgedColumn[],
  headers: readonly string[],
  nowMs: number,
): ShownDays[] {
  const today = saoPauloDay(nowMs)
  return judged.flatMap((column) => {
    const { field, doubt, order, meaning, readings, samples } = column
    if (doubt === null) return []
    const wordsOf = (cell: Cell, by: DayOrder) => {
      const day = dayOf(readCell(cell, readings[by], meaning), today, meaning)
      return day === null || day === '' ? null : dayInWords(day)
    }
    const cells = samples.map((cell) => ({
      written: writtenOf(cell, column),
      words: { 'day-first': wordsOf(cell, 'day-first'), 'month-first': wordsOf(cell, 'month-first') },
    }))
    return [{ field, header: headerOf(column, headers), doubt, order, cells }]
  })
}

/** The orders by which a person saw the lines. */
export const shownOrders = (days: readonly ShownDays[]): DayOrders =>
  Object.fromEntries(days.flatMap(({ field, order }) => (order === null ? [] : [[field, order]])))

/** A sentence for each column that is read with the month first. */
export const monthFirstWarnings = (judged: readonly JudgedColumn[], headers: readonly string[]): string[] =>
  judged
    .filter(({ order }) => order === 'month-first')
    .map((column) => `‘${headerOf(column, headers)}’ tem o mês antes do dia, e foi lida assim.`)

/** The refusal of a file that contradicts itself; null for one that does not. */
export function undecidedWords(judged: readonly JudgedColumn[], headers: readonly string[]): string | null {
  const names = judged.filter(({ order }) => order === null).map((column) => `‘${headerOf(column, headers)}’`)
  return names.length === 0
    ? null
    : `Escolha o que vem primeiro nas datas, o dia ou o mês: ${names.join(', ')}.`
}
