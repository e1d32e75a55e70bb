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

const NUMBER = /\d+(?:[.,]\d+)*\s*%?/gu
const OTHER_NUMBER = /R\$|\+|[-–]\s*\d|‰|\bx\b/iu

/** Returns the one percentage in the words of a text; null where it has none or several, or amounts of money. */
export function percentIn(text: string): number | null {
  const plain = readPercent(text)
  if (plain !== null || OTHER_NUMBER.test(text)) return plain?.value ?? null
  const [number, ...others] = text.match(NUMBER) ?? []
  return number === undefined || others.length > 0 ? null : (readPercent(number)?.value ?? null)
}
