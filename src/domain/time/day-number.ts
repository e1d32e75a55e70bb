/**
 * Days of São Paulo as numbers: days since 1970-01-01. The working-time arithmetic of the board asks for thousands of
 * them, so this is plain arithmetic. All other calendar work is in `sao-paulo.ts`.
 */
import { tzOffset } from '@date-fns/tz/tzOffset'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

export const SAO_PAULO = 'America/Sao_Paulo'

declare global {
  /** The used part of the browser's Temporal. Node and older browsers lack it. */
  var Temporal:
    | {
        readonly Instant: {
          fromEpochMilliseconds(ms: number): {
            toZonedDateTimeISO(zone: string): { readonly offsetNanoseconds: number }
          }
        }
      }
    | undefined
}

const NANOSECONDS_A_MS = 1_000_000

/**
 * Offset to UTC in milliseconds at an instant, from the zone database. Temporal knows it at once; without Temporal a
 * formatter is made, which takes 10 ms before the first cards. NaN for an instant that no Date has.
 */
function measureOffset(ms: number): number {
  if (globalThis.Temporal === undefined) return tzOffset(SAO_PAULO, new Date(ms)) * MINUTE_MS
  // Temporal throws where tzOffset answers NaN.
  if (Number.isNaN(new Date(ms).getTime())) return Number.NaN
  const { offsetNanoseconds } =
    globalThis.Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(SAO_PAULO)
  return offsetNanoseconds / NANOSECONDS_A_MS
}

/** Brazil abolished summer time in 2019. Later instants need no look-up, unless the zone database has a new change. */
const FIXED_FROM = Date.UTC(2019, 5, 1)
const FIXED_OFFSET = measureOffset(Date.UTC(2026, 5, 1))
const FIXED_UNTIL =
  measureOffset(Date.UTC(2035, 0, 1)) === FIXED_OFFSET ? Date.UTC(2036, 0, 1) : Date.UTC(2026, 5, 1)
const offsets = new Map<number, number>()

/** The offset of São Paulo to UTC in milliseconds (negative). Looked up at most once for each hour. */
export function offsetMs(ms: number): number {
  if (ms >= FIXED_FROM && ms < FIXED_UNTIL) return FIXED_OFFSET
  const hour = Math.floor(ms / HOUR_MS)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  const measured = measureOffset(hour * HOUR_MS)
  offsets.set(hour, measured)
  return measured
}

/** Returns the number of the São Paulo day that contains the instant. */
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

/** Returns the day number of a YYYY-MM-DD. */
export function numberOfDay(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
}
