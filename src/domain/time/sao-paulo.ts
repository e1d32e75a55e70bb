/**
 * Business time is São Paulo's, whatever zone the device or the server is set to.
 * Days are written YYYY-MM-DD; instants are epoch milliseconds or ISO 8601 with zone.
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

/** Offset to UTC in milliseconds at an instant, asked of the zone database. */
function measureOffset(ms: number): number {
  const found: Record<string, number> = {}
  for (const { type, value } of parts.formatToParts(ms)) found[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}

/** Summer time ended for good in 2019; until the zone database knows better, later instants need no look-up. */
const FIXED_FROM = Date.UTC(2019, 5, 1)
const FIXED_OFFSET = measureOffset(Date.UTC(2026, 5, 1))
const FIXED_UNTIL =
  measureOffset(Date.UTC(2035, 0, 1)) === FIXED_OFFSET ? Date.UTC(2036, 0, 1) : Date.UTC(2026, 5, 1)
const offsets = new Map<number, number>()

/** Offset of São Paulo to UTC in milliseconds (negative). The zone database is asked once for each hour at the most. */
export function offsetMs(ms: number): number {
  if (ms >= FIXED_FROM && ms < FIXED_UNTIL) return FIXED_OFFSET
  const hour = Math.floor(ms / HOUR_MS)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  const measured = measureOffset(hour * HOUR_MS)
  offsets.set(hour, measured)
  return measured
}

/** Days since 1970-01-01 of the São Paulo day that holds the instant. */
export function dayNumber(ms: number): number {
  return Math.floor((ms + offsetMs(ms)) / DAY_MS)
}

/**
 * Midnight of a day number. On the night that summer time began midnight was skipped: this is where it would
 * have been, so that adding a time of day to it stays right.
 */
export function dayNumberStartMs(day: number): number {
  const local = day * DAY_MS
  const guess = local - offsetMs(local)
  return local - offsetMs(guess)
}

/** YYYY-MM-DD of a day number. */
export function dayOfNumber(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Day number of YYYY-MM-DD. */
export function numberOfDay(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
}

/** The São Paulo day, YYYY-MM-DD, of an instant. */
export function saoPauloDay(ms: number): string {
  return dayOfNumber(dayNumber(ms))
}

/** First instant of a day number: 01:00 where midnight was skipped. */
function firstInstantMs(day: number): number {
  const midnight = dayNumberStartMs(day)
  return dayNumber(midnight) === day ? midnight : midnight + HOUR_MS
}

/** First millisecond of the day. */
export function startOfDayMs(day: string): number {
  return firstInstantMs(numberOfDay(day))
}

/** Last millisecond of the day. */
export function endOfDayMs(day: string): number {
  return firstInstantMs(numberOfDay(day) + 1) - 1
}

export function addDays(day: string, count: number): string {
  return dayOfNumber(numberOfDay(day) + count)
}

/** Minutes since midnight in São Paulo, 0 to 1439. */
export function minutesOfDay(ms: number): number {
  const local = ms + offsetMs(ms)
  return Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / MINUTE_MS)
}

/** The instant of a São Paulo day and time 'HH:mm', as ISO 8601. */
export function instantOf(day: string, time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(dayNumberStartMs(numberOfDay(day)) + (hours * 60 + minutes) * MINUTE_MS).toISOString()
}

/** The minute that an instant lies in, as ISO 8601: moments that stand in a form are to the minute. */
export function wholeMinute(instant: number | string): string {
  return new Date(Math.floor(instantMs(instant) / MINUTE_MS) * MINUTE_MS).toISOString()
}

const instantMs = (instant: number | string) => (typeof instant === 'number' ? instant : Date.parse(instant))

/** 'dd/MM/yyyy' in São Paulo. */
export function formatDate(instant: number | string): string {
  const [year, month, day] = saoPauloDay(instantMs(instant)).split('-')
  return `${day}/${month}/${year}`
}

/** 'HH:mm' in São Paulo. */
export function formatTime(instant: number | string): string {
  const minutes = minutesOfDay(instantMs(instant))
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** 'dd/MM/yyyy HH:mm' in São Paulo. */
export function formatDateTime(instant: number | string): string {
  return `${formatDate(instant)} ${formatTime(instant)}`
}

/** 'agora', 'há 5 min', 'há 3 h', 'há 2 dias'; 'em 3 h' for what is still to come. */
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
