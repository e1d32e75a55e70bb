/** Months of a year, YYYY-MM. */
import { monthName } from './months.ts'
import type { DayRange } from './presets.ts'
import { addDays } from './sao-paulo.ts'

/** Returns 'novembro de 2026' of a month YYYY-MM. */
export function monthInWords(month: string): string {
  const [year = '', number = ''] = month.split('-')
  return `${monthName(Number(number))?.toLowerCase() ?? ''} de ${year}`
}

/** Returns the month YYYY-MM that is so many months before this one. */
export function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 - count)).toISOString().slice(0, 7)
}

/** Returns the first and the last day of a month YYYY-MM. */
export const daysOfMonth = (month: string): DayRange => ({
  from: `${month}-01`,
  to: addDays(`${monthsBefore(month, -1)}-01`, -1),
})
