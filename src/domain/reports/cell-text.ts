/** The values of a report in Portuguese: docs/rules.md#reports */

import { formatHundredths, formatReais, numberFormat } from '../text/formats.ts'
import { formatDate, formatDateTime, formatDay } from '../time/sao-paulo.ts'
import type { CellValue, Format } from './table.ts'

const formatInteger = numberFormat({ maximumFractionDigits: 0 })
/** Values of one column have as many decimals. */
const formatSigned = numberFormat({
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
})

/** The text of a cell without a value. */
export const NO_VALUE = '-'

const two = (number: number) => String(number).padStart(2, '0')

/** Seconds as 'HH:MM'. */
function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Seconds as 'HH:MM:SS'. */
function clock(seconds: number): string {
  const whole = Math.round(seconds)
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

/** Length of a working day in seconds, where nothing else is said. */
export const USUAL_WORKDAY = 9.5 * 3600

/** Seconds as '2 d 3 h 15 min', where a day is a working day. */
export function workingTimeText(seconds: number, workday = USUAL_WORKDAY): string {
  // A difference may be below zero.
  if (seconds <= -30) return `\u2212${workingTimeText(-seconds, workday)}`
  const minutes = Math.round(seconds / 60)
  const perDay = Math.round(workday / 60)
  const days = Math.floor(minutes / perDay)
  const rest = minutes - days * perDay
  const hours = Math.floor(rest / 60)
  const parts = [
    days > 0 ? `${formatInteger(days)} d` : null,
    hours > 0 ? `${hours} h` : null,
    rest % 60 > 0 ? `${rest % 60} min` : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? '0 min' : parts.join(' ')
}

const isDay = (text: string) => text.length === 10

const TEXTS: Readonly<Record<Exclude<Format, 'text'>, (value: number, workday: number) => string>> = {
  integer: (value) => formatInteger(value),
  decimal: (value) => formatHundredths(value),
  percent: (value) => `${formatHundredths(value)}%`,
  points: (value) => `${formatSigned(value).replace('-', '\u2212')} p.p.`,
  duration,
  clock,
  workingTime: workingTimeText,
  date: (value) => formatDate(value),
  moment: (value) => formatDateTime(value),
  money: (value) => formatReais(value / 100),
  yesNo: (value) => (value === 1 ? 'Sim' : 'Não'),
}

/** Returns the text of a value. `workday` is the length of a working day in seconds. */
export function cellText(value: CellValue, format: Format, workday = USUAL_WORKDAY): string {
  if (value === null || value === '') return NO_VALUE
  if (typeof value === 'string') {
    if (format === 'moment' && !isDay(value)) return formatDateTime(value)
    if (format !== 'date' && format !== 'moment') return value
    return isDay(value) ? formatDay(value) : formatDate(value)
  }
  return format === 'text' ? String(value) : TEXTS[format](value, workday)
}

export const isNumeric = (format: Format) => !['text', 'date', 'moment', 'yesNo'].includes(format)
