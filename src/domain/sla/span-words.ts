/** Spans of time in words, for cards, 'Meu dia' and terms: docs/rules.md#spans-in-words */
import { counted, withUnit } from '../text/counted.ts'
import { dayNumber } from '../time/day-number.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import { dayInWords } from '../time/near-days.ts'
import type { BusinessCalendar } from './business-calendar.ts'

/** From so many hours on minutes say nothing. */
const HOURS_ALONE = 3

/** '1 min', '35 min', '1 h', '1 h 20 min', '7 h'. Less than a minute is one. */
export function spanInWords(ms: number): string {
  const minutes = Math.max(Math.floor(ms / MINUTE_MS), 1)
  if (minutes < 60) return withUnit(minutes, 'min')
  const hours = Math.floor(ms / HOUR_MS)
  const rest = hours < HOURS_ALONE ? minutes % 60 : 0
  return [withUnit(hours, 'h'), ...(rest === 0 ? [] : [withUnit(rest, 'min')])].join(' ')
}

const daysInWords = (days: number): string => counted(days, 'dia', 'dias')

export const workingDaysInWords = (days: number): string => counted(days, 'dia útil', 'dias úteis')

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

/** Working days that went by between two instants: those between their days, and one more if both are working days. */
export function workingDaysBetween(
  fromMs: number,
  toMs: number,
  { workingDaysBefore }: BusinessCalendar,
): number {
  const [from, to] = [dayNumber(fromMs), dayNumber(toMs)]
  if (to <= from) return 0
  return Math.min(
    workingDaysBefore(to) - workingDaysBefore(from),
    workingDaysBefore(to + 1) - workingDaysBefore(from + 1),
  )
}

export interface Moment {
  readonly nowMs: number
  readonly calendar: BusinessCalendar
}

/**
 * How late an appointment is: 'atrasado 40 min' below 24 hours, also over midnight, 'desde sábado' over a weekend, else
 * '3 dias úteis', and never more days than 24 hours went by.
 */
export function lateInWords(atMs: number, { nowMs, calendar }: Moment): string {
  const lateMs = nowMs - atMs
  if (lateMs < DAY_MS) return `atrasado ${spanInWords(lateMs)}`
  const working = Math.min(workingDaysBetween(atMs, nowMs, calendar), Math.floor(lateMs / DAY_MS))
  return `atrasado ${working > 0 ? workingDaysInWords(working) : `desde ${dayInWords(atMs, nowMs)}`}`
}

/** 'faltam 38 min', 'falta 1 h', 'atrasado 2 h'. */
export function remainingSpan(remainingMs: number, inWords: (ms: number) => string): string {
  if (remainingMs < 0) return `atrasado ${inWords(-remainingMs)}`
  const words = inWords(remainingMs)
  return `${/^1\D/.test(words) ? 'falta' : 'faltam'} ${words}`
}
