/** One reader of percentages: typed, pasted, of a file. docs/rules.md#documents-phones-money */

const PERCENT = /^(\d+(?:[.,]\d+)?)\s*(%?)$/u

export interface Percent {
  readonly value: number
  /** It has its sign. Without it a number below one may be the fraction that a spreadsheet stores. */
  readonly isMarked: boolean
}

/** Returns null for a text that is none. */
export function readPercent(text: string): Percent | null {
  const [, number, sign] = PERCENT.exec(text.trim()) ?? []
  if (number === undefined) return null
  return { value: Number(number.replace(',', '.')), isMarked: sign === '%' }
}
