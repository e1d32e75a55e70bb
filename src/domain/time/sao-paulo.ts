/**
 * Business time is São Paulo's, whatever zone the device or the server is set to.
 * Days are YYYY-MM-DD. Instants are epoch milliseconds or ISO 8601 with zone.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Sao_Paulo',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Offset to UTC in milliseconds at an instant, from the zone database. */
function measureOffset(ms: number): number {
  const found: Record<string, number> = {}
  for (const { type, value } of parts.formatToParts(ms)) found[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}

/** Brazil abolished summer time in 2019. Later instants need no look-up, unless the zone database has a new change. */
const FIXED_FROM = Date.UTC(2019, 5, 1)
const FIXED_OFFSET = measureOffset(Date.UTC(2026, 5, 1))
const FIXED_UNTIL =
  measureOffset(Date.UTC(2035, 0, 1)) === FIXED_OFFSET ? Date.UTC(2036, 0, 1) : Date.UTC(2026, 5, 1)
const offsets = new Map<number, number>()

/** Returns the offset of São Paulo to UTC in milliseconds (negative). Looked up at most once for each hour. */
export function offsetMs(ms: number): number {
  if (ms >= FIXED_FROM && ms < FIXED_UNTIL) return FIXED_OFFSET
  const hour = Math.floor(ms / HOUR_MS)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  const measured = measureOffset(hour * HOUR_MS)
  offsets.set(hour, measured)
  return measured
}

/** Returns the days since 1970-01-01 of the São Paulo day that contains the instant. */
export function dayNumber(ms: number): number {
  return Math.floor((ms + offsetMs(ms)) / DAY_MS)
}

/**
 * Returns midnight of a day number as epoch ms. When summer time began, midnight was skipped. The result is then the
 * instant at which it would have been, so that adding a time of day still works.
 */
export function dayNumberStartMs(day: number): number {
  const local = day * DAY_MS
  const guess = local - offsetMs(local)
  return local - offsetMs(guess)
}

/** Returns the YYYY-MM-DD of a day number. */
export function dayOfNumber(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the day number of a YYYY-MM-DD. */
export function numberOfDay(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
}

/** Returns the São Paulo day, YYYY-MM-DD, of an instant. */
export function saoPauloDay(ms: number): string {
  return dayOfNumber(dayNumber(ms))
}

/** The first instant of a day number: 01:00 where midnight was skipped. */
function firstInstantMs(day: number): number {
  const midnight = dayNumberStartMs(day)
  return dayNumber(midnight) === day ? midnight : midnight + HOUR_MS
}

/** Returns the first millisecond of the day. */
export function startOfDayMs(day: string): number {
  return firstInstantMs(numberOfDay(day))
}

/** Returns the last millisecond of the day. */
export function endOfDayMs(day: string): number {
  return firstInstantMs(numberOfDay(day) + 1) - 1
}

export function addDays(day: string, count: number): string {
  return dayOfNumber(numberOfDay(day) + count)
}

/** Returns the minutes since midnight in São Paulo, 0 to 1439. */
export function minutesOfDay(ms: number): number {
  const local = ms + offsetMs(ms)
  return Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / MINUTE_MS)
}

/** Returns the instant of a São Paulo day and time 'HH:mm', as ISO 8601. */
export function instantOf(day: string, time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(dayNumberStartMs(numberOfDay(day)) + (hours * 60 + minutes) * MINUTE_MS).toISOString()
}

/** Returns the start of the instant's minute, as ISO 8601: instants in a form have no seconds. */
export function wholeMinute(instant: number | string): string {
  return new Date(Math.floor(instantMs(instant) / MINUTE_MS) * MINUTE_MS).toISOString()
}

const instantMs = (instant: number | string) => (typeof instant === 'number' ? instant : Date.parse(instant))

/** Returns 'dd/MM/yyyy' in São Paulo. */
export function formatDate(instant: number | string): string {
  const [year, month, day] = saoPauloDay(instantMs(instant)).split('-')
  return `${day}/${month}/${year}`
}

/** Returns 'HH:mm' in São Paulo. */
export function formatTime(instant: number | string): string {
  const minutes = minutesOfDay(instantMs(instant))
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Returns 'dd/MM/yyyy HH:mm' in São Paulo. */
export function formatDateTime(instant: number | string): string {
  return `${formatDate(instant)} ${formatTime(instant)}`
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
