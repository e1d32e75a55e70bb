/** A line of time: the hours of a day from left to right. docs/rules.md#my-day, docs/rules.md#team-today */
import type { BusinessCalendar } from '../sla/business-calendar.ts'
import { dayNumberStartMs } from '../time/day-number.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'

export interface DayHours {
  readonly startMs: number
  readonly endMs: number
}

const floorHour = (ms: number, midnight: number) => midnight + Math.floor((ms - midnight) / HOUR_MS) * HOUR_MS
const ceilHour = (ms: number, midnight: number) => midnight + Math.ceil((ms - midnight) / HOUR_MS) * HOUR_MS

/** The business hours of a day, with the full hours around what is due outside them. `dueMs`: of that day. */
export function dayHours(
  day: number,
  { startMinutes, endMinutes }: Pick<BusinessCalendar, 'startMinutes' | 'endMinutes'>,
  dueMs: readonly number[] = [],
): DayHours {
  const midnight = dayNumberStartMs(day)
  const startMs = midnight + startMinutes * MINUTE_MS
  const endMs = midnight + endMinutes * MINUTE_MS
  return {
    startMs: Math.min(startMs, ...dueMs.map((ms) => floorHour(ms, midnight))),
    endMs: Math.max(endMs, ...dueMs.map((ms) => ceilHour(ms, midnight))),
  }
}

/** Returns where an instant is on the line, 0 to 1. What is outside its hours is at the nearer end. */
export function placeOnLine(atMs: number, { startMs, endMs }: DayHours): number {
  // A house whose hours are empty has a line of one instant.
  return Math.min(Math.max((atMs - startMs) / Math.max(endMs - startMs, 1), 0), 1)
}

/** Where now is, or null outside the hours. */
export const nowOnLine = (nowMs: number, hours: DayHours): number | null =>
  nowMs < hours.startMs || nowMs > hours.endMs ? null : placeOnLine(nowMs, hours)
