/** When a delivery is tried again, when an address rests, and when it is stopped. All times in ms. docs/rules.md#webhooks */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.ts'

/** After the first, second … failed try: a little more than a day together. */
export const RETRY_PAUSES_MS: readonly number[] = [
  5000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  8 * HOUR_MS,
  9 * HOUR_MS,
]

/** An address that fails is left alone for a while, whatever waits for it. */
const RESTS_MS: readonly number[] = [5000, 15_000, MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS]

/** Of what an answer may ask for. */
export const LONGEST_ASKED_REST_MS = 6 * HOUR_MS

/** After so long a time of failures alone the address is stopped. */
export const STOPPED_AFTER_MS = 5 * DAY_MS

/** A replaced secret still signs for so long. */
export const OLD_SECRET_MS = DAY_MS

/** Returns the pause after the failed try of this number, the first being 1; null: it was the last. */
export const pauseAfter = (tries: number): number | null => RETRY_PAUSES_MS[tries - 1] ?? null

/** Returns how long the address rests after so many failures in a row. `askedMs`: what its answer asks for, or null. */
export const restAfter = (failures: number, askedMs: number | null): number =>
  Math.max(
    RESTS_MS[Math.min(failures, RESTS_MS.length) - 1] ?? 0,
    Math.min(askedMs ?? 0, LONGEST_ASKED_REST_MS),
  )

export const isStoppedAfter = (failingSinceMs: number, nowMs: number): boolean =>
  nowMs - failingSinceMs >= STOPPED_AFTER_MS
