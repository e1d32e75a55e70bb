/** The line of time of 'Meu dia': the hours of a working day, now, and what is due when. docs/rules.md#my-day */
import { type BusinessCalendar, nextWorkingDay } from '../sla/business-calendar.ts'
import { dayNumber, dayNumberStartMs } from '../time/day-number.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import { type DayHours, dayHours, nowOnLine, placeOnLine } from './line.ts'
import type { DayQueue } from './queue.ts'

type DotKind = 'return' | 'limit'

export interface DayDot {
  /** The earliest of the dot. */
  readonly atMs: number
  /** From 0, the beginning of the line, to 1, its end. */
  readonly place: number
  /** A dot with a limit is one of a limit. */
  readonly kind: DotKind
  readonly uids: readonly string[]
}

interface DayLine extends DayHours {
  /** The day is over, or no working day: the line is that of the next working day. */
  readonly isAhead: boolean
  /** As `place` of a dot; null outside the hours. */
  readonly now: number | null
  /** Full hours within the hours, with the first and the last instant. */
  readonly ticks: readonly { readonly atMs: number; readonly place: number }[]
  readonly dots: readonly DayDot[]
  readonly late: number
}

/** What is due within so much time is one dot: their words would lie over one another. */
const ONE_DOT_MS = 20 * MINUTE_MS
/** A full hour nearer than this to an end of the hours is not named. */
const NEAR_END_MS = 30 * MINUTE_MS

type Due = Pick<DayQueue, 'later' | 'limits' | 'ahead'>

/** What is due on the line's day: today's, or that of the next working day once nothing of today is left. */
function dueOf({ later, limits, ahead }: Due, nowMs: number, calendar: BusinessCalendar) {
  const today = dayNumber(nowMs)
  const due = [
    ...later.map((one) => ({ ...one, kind: 'return' as const })),
    ...limits.map((one) => ({ ...one, kind: 'limit' as const })),
  ].toSorted((one, other) => one.atMs - other.atMs)
  const isWorked = calendar.isWorkingDay(today) && nowMs < dayHours(today, calendar).endMs
  return isWorked || due.length > 0
    ? { day: today, due, isAhead: false }
    : {
        day: nextWorkingDay(today, calendar),
        due: ahead.map((one) => ({ ...one, kind: 'return' as const })),
        isAhead: true,
      }
}

export function dayLine(
  queue: Due & Pick<DayQueue, 'late'>,
  nowMs: number,
  calendar: BusinessCalendar,
): DayLine {
  const { day, due, isAhead } = dueOf(queue, nowMs, calendar)
  const hours = dayHours(
    day,
    calendar,
    due.map(({ atMs }) => atMs),
  )
  const { startMs, endMs } = hours
  const dots: (DayDot & { uids: string[] })[] = []
  for (const { uid, atMs, kind } of due) {
    const last = dots.at(-1)
    if (last === undefined || atMs - last.atMs > ONE_DOT_MS) {
      dots.push({ atMs, place: placeOnLine(atMs, hours), kind, uids: [uid] })
    } else {
      dots[dots.length - 1] = {
        ...last,
        kind: kind === 'limit' ? kind : last.kind,
        uids: last.uids.includes(uid) ? last.uids : [...last.uids, uid],
      }
    }
  }
  const midnight = dayNumberStartMs(day)
  const full = Array.from(
    { length: Math.floor((endMs - midnight) / HOUR_MS) + 1 },
    (_, hour) => midnight + hour * HOUR_MS,
  ).filter((ms) => ms - startMs > NEAR_END_MS && endMs - ms > NEAR_END_MS)
  return {
    ...hours,
    isAhead,
    now: nowOnLine(nowMs, hours),
    ticks: [startMs, ...full, endMs].map((atMs) => ({ atMs, place: placeOnLine(atMs, hours) })),
    dots,
    late: queue.late,
  }
}
