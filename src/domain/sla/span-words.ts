/** Spans of time in words, for cards, 'Meu dia' and terms: docs/rules.md#spans-in-words */
import { dayNumber } from '../time/day-number.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import type { BusinessCalendar } from './business-calendar.ts'

/** From so many hours on minutes say nothing. */
const HOURS_ALONE = 3

/** '1 min', '35 min', '1 h', '1 h 20 min', '7 h'. Less than a minute is one. */
export function spanInWords(ms: number): string {
  const minutes = Math.max(Math.floor(ms / MINUTE_MS), 1)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(ms / HOUR_MS)
  const rest = hours < HOURS_ALONE ? minutes % 60 : 0
  return `${hours} h${rest === 0 ? '' : ` ${rest} min`}`
}

const daysInWords = (days: number): string => `${days} ${days === 1 ? 'dia' : 'dias'}`

export const workingDaysInWords = (days: number): string =>
  `${days} ${days === 1 ? 'dia útil' : 'dias úteis'}`

/** Working time: '7 h', and from a whole working day on '11 dias úteis'. Nobody works '105 h'. */
export function workingSpanInWords(
  ms: number,
  { startMinutes, endMinutes }: Pick<BusinessCalendar, 'startMinutes' | 'endMinutes'>,
): string {
  const days = Math.floor(ms / ((endMinutes - startMinutes) * MINUTE_MS))
  return days < 1 ? spanInWords(ms) : workingDaysInWords(days)
}

/** Hours by the clock before days are told. */
const CLOCK_HOURS = 48

/** Time by the clock: '47 h', '2 dias'. */
export const clockSpanInWords = (ms: number): string =>
  ms < CLOCK_HOURS * HOUR_MS ? spanInWords(ms) : daysInWords(Math.floor(ms / (24 * HOUR_MS)))

/** Whole working days between the days of two instants. */
export const workingDaysBetween = (fromMs: number, toMs: number, calendar: BusinessCalendar): number =>
  calendar.workingDaysBefore(dayNumber(toMs)) - calendar.workingDaysBefore(dayNumber(fromMs))

export interface Moment {
  readonly nowMs: number
  readonly calendar: BusinessCalendar
}

/** How late an appointment is: 'atrasado 40 min' on the day itself, 'atrasado 3 dias úteis' later, '1 dia' over a weekend. */
export function lateInWords(atMs: number, { nowMs, calendar }: Moment): string {
  const days = dayNumber(nowMs) - dayNumber(atMs)
  const working = workingDaysBetween(atMs, nowMs, calendar)
  const span =
    days === 0 ? spanInWords(nowMs - atMs) : working > 0 ? workingDaysInWords(working) : daysInWords(days)
  return `atrasado ${span}`
}

/** 'faltam 38 min', 'falta 1 h', 'atrasado 2 h'. */
export function remainingSpan(remainingMs: number, inWords: (ms: number) => string): string {
  if (remainingMs < 0) return `atrasado ${inWords(-remainingMs)}`
  const words = inWords(remainingMs)
  return `${words.startsWith('1 ') ? 'falta' : 'faltam'} ${words}`
}
