/** Days near to now, as people name them. Pure. */
import { dayNumber } from './day-number.ts'
import { formatDay, saoPauloDay } from './sao-paulo.ts'

const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado']
/** Farther days are named by their date: a weekday would be ambiguous. */
const NAMED_DAYS = 6

/** `day` in days since 1970-01-01, a Thursday. */
export const weekdayWord = (day: number) => WEEKDAYS[(((day + 4) % 7) + 7) % 7] ?? ''

/** '12/11' */
export const shortDate = (ms: number): string => formatDay(saoPauloDay(ms)).slice(0, 5)

/** 'hoje', 'ontem', 'sexta', '12/11'. */
export function dayInWords(ms: number, nowMs: number): string {
  const age = dayNumber(nowMs) - dayNumber(ms)
  if (age === 0) return 'hoje'
  if (age === 1) return 'ontem'
  return age > 1 && age <= NAMED_DAYS ? weekdayWord(dayNumber(ms)) : shortDate(ms)
}
