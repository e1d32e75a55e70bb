/** Days near to now, as people name them. Pure. */
import { dayNumber } from './day-number.ts'
import { formatDay, formatTime, saoPauloDay } from './sao-paulo.ts'

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

/** 'hoje', 'amanhã', 'em 9 dias', by the days of the calendar. */
const aheadInWords = (days: number): string =>
  days === 0 ? 'hoje' : days === 1 ? 'amanhã' : `em ${days} dias`

/** An instant that comes: 'seg 7/12, 04:36 · em 9 dias'. One that has passed has its date alone. */
export function comingInWords(ms: number, nowMs: number): string {
  const day = dayNumber(ms)
  const [date = 0, month = 0, year = 0] = formatDay(saoPauloDay(ms)).split('/').map(Number)
  const isOtherYear = year !== Number(saoPauloDay(nowMs).slice(0, 4))
  const named = `${weekdayWord(day).slice(0, 3)} ${date}/${month}${isOtherYear ? `/${year}` : ''}, ${formatTime(ms)}`
  return ms < nowMs ? named : `${named} · ${aheadInWords(day - dayNumber(nowMs))}`
}
