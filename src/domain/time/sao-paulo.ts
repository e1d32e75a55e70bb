/**
 * Business time is São Paulo's, whatever zone the device or the server is set to.
 * Days are YYYY-MM-DD. Instants are epoch milliseconds or ISO 8601 with zone.
 */
import { TZDateMini } from '@date-fns/tz/date/mini'
import { addYears as yearsAfter } from 'date-fns/addYears'
import { lightFormat } from 'date-fns/lightFormat'
import { startOfMinute } from 'date-fns/startOfMinute'
import { offsetMs, SAO_PAULO } from './day-number.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

const instantMs = (instant: number | string) => (typeof instant === 'number' ? instant : Date.parse(instant))

/** Returns the instant's wall clock in São Paulo as 'yyyy-MM-ddTHH:mm:ss.SSS'. Throws RangeError when it is none. */
function wallClock(instant: number | string): string {
  const ms = instantMs(instant)
  return new Date(ms + offsetMs(ms)).toISOString().slice(0, -1)
}

/** The day's time of day as a date of São Paulo. A time that summer time skipped is an hour later. */
function dateOf(day: string, hours = 0, minutes = 0): Date {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  return new TZDateMini(year, month - 1, dayOfMonth, hours, minutes, SAO_PAULO)
}

/** Returns the São Paulo day, YYYY-MM-DD, of an instant. */
export function saoPauloDay(ms: number): string {
  return wallClock(ms).slice(0, 10)
}

/** A date of a zone costs 50 µs, and a board asks for the same few days of each of its leads. */
const starts = new Map<string, number>()
const MOST_STARTS = 1_000

/** Returns the first millisecond of the day. */
export function startOfDayMs(day: string): number {
  const known = starts.get(day)
  if (known !== undefined) return known
  const start = dateOf(day).getTime()
  if (starts.size === MOST_STARTS) starts.clear()
  starts.set(day, start)
  return start
}

/** Returns the last millisecond of the day. */
export function endOfDayMs(day: string): number {
  return startOfDayMs(addDays(day, 1)) - 1
}

export function addDays(day: string, count: number): string {
  // A day alone is in no zone. 50,000 policies ask for it twice each, and a date of a zone costs 50 µs.
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date + count)).toISOString().slice(0, 10)
}

/** Returns the same day of another year; 28 February for the 29th in a year without one. */
export function anniversary(day: string, year: number): string {
  return lightFormat(yearsAfter(dateOf(`2000${day.slice(4)}`, 12), year - 2000), 'yyyy-MM-dd')
}

/** Returns the instant of a São Paulo day and time 'HH:mm', as ISO 8601. */
export function instantOf(day: string, time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(dateOf(day, hours, minutes).getTime()).toISOString()
}

/** Returns the start of the instant's minute, as ISO 8601: instants in a form have no seconds. */
export function wholeMinute(instant: number | string): string {
  return startOfMinute(instantMs(instant)).toISOString()
}

/** Returns 'dd/MM/yyyy' in São Paulo. */
export function formatDate(instant: number | string): string {
  return formatDay(wallClock(instant).slice(0, 10))
}

/** Returns 'dd/MM/yyyy' of a day YYYY-MM-DD. */
export const formatDay = (day: string): string => day.split('-').reverse().join('/')

/** Returns 'HH:mm' in São Paulo. */
export function formatTime(instant: number | string): string {
  return wallClock(instant).slice(11, 16)
}

/** Returns 'dd/MM/yyyy HH:mm' in São Paulo. */
export function formatDateTime(instant: number | string): string {
  return `${formatDate(instant)} ${formatTime(instant)}`
}

/** Returns 'dd/MM/yyyy HH:mm:ss' in São Paulo. */
export function formatExactTime(instant: number | string): string {
  return `${formatDate(instant)} ${wallClock(instant).slice(11, 19)}`
}

/** Returns 'agora', 'há 5 min', 'há 3 h' or 'há 2 dias'; 'em 3 h' for a future instant. */
export function ageInWords(ms: number, nowMs: number): string {
  const age = Math.abs(nowMs - ms)
  if (age < MINUTE_MS) return 'agora'
  const words =
    age < HOUR_MS
      ? `${Math.floor(age / MINUTE_MS)} min`
      : age < DAY_MS
        ? `${Math.floor(age / HOUR_MS)} h`
        : `${Math.floor(age / DAY_MS)} ${age < 2 * DAY_MS ? 'dia' : 'dias'}`
  return ms <= nowMs ? `há ${words}` : `em ${words}`
}
