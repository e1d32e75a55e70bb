/** The line of time of 'Meu dia': the business hours of today, now, and what is due when. docs/rules.md#my-day */
import type { BusinessCalendar } from '../sla/business-calendar.ts'
import { dayNumber, dayNumberStartMs } from '../time/day-number.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import type { DayQueue } from './queue.ts'

type DotKind = 'return' | 'limit'

export interface DayDot {
  /** The earliest of the dot. */
  readonly atMs: number
  /** From 0, the beginning of the hours, to 1, their end. What is due outside them is at the nearer end. */
  readonly place: number
  /** A dot with a limit is one of a limit. */
  readonly kind: DotKind
  readonly uids: readonly string[]
}

interface DayLine {
  readonly startMs: number
  readonly endMs: number
  /** As `place` of a dot. */
  readonly now: number
  /** Full hours within the hours, with the first and the last instant. */
  readonly ticks: readonly { readonly atMs: number; readonly place: number }[]
  readonly dots: readonly DayDot[]
  readonly late: number
}

/** What is due within so much time is one dot: their words would lie over one another. */
const ONE_DOT_MS = 20 * MINUTE_MS
/** A full hour nearer than this to an end of the hours is not named. */
const NEAR_END_MS = 30 * MINUTE_MS

export function dayLine(
  { later, limits, late }: Pick<DayQueue, 'later' | 'limits' | 'late'>,
  nowMs: number,
  calendar: BusinessCalendar,
): DayLine {
  const midnight = dayNumberStartMs(dayNumber(nowMs))
  const startMs = midnight + calendar.startMinutes * MINUTE_MS
  const endMs = midnight + calendar.endMinutes * MINUTE_MS
  // A house whose hours are empty has a line of one instant.
  const span = Math.max(endMs - startMs, 1)
  const placeOf = (ms: number) => Math.min(Math.max((ms - startMs) / span, 0), 1)
  const due = [
    ...later.map((one) => ({ ...one, kind: 'return' as const })),
    ...limits.map((one) => ({ ...one, kind: 'limit' as const })),
  ].toSorted((one, other) => one.atMs - other.atMs)
  const dots: (DayDot & { uids: string[] })[] = []
  for (const { uid, atMs, kind } of due) {
    const last = dots.at(-1)
    if (last === undefined || (atMs - last.atMs > ONE_DOT_MS && placeOf(atMs) !== last.place)) {
      dots.push({ atMs, place: placeOf(atMs), kind, uids: [uid] })
    } else {
      dots[dots.length - 1] = {
        ...last,
        kind: kind === 'limit' ? kind : last.kind,
        uids: last.uids.includes(uid) ? last.uids : [...last.uids, uid],
      }
    }
  }
  const hours = Array.from(
    { length: Math.floor((endMs - midnight) / HOUR_MS) + 1 },
    (_, hour) => midnight + hour * HOUR_MS,
  ).filter((ms) => ms - startMs > NEAR_END_MS && endMs - ms > NEAR_END_MS)
  return {
    startMs,
    endMs,
    now: placeOf(nowMs),
    ticks: [startMs, ...hours, endMs].map((atMs) => ({ atMs, place: placeOf(atMs) })),
    dots,
    late,
  }
}
