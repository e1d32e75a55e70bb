/** Working time between two instants, computed without stepping through days: docs/rules.md#sla-clock. */

import { dayNumber, dayNumberStartMs } from '../time/day-number.ts'
import { MINUTE_MS } from '../time/durations.ts'
import type { BusinessCalendar } from './business-calendar.ts'

/** Working milliseconds of the instant's day before the instant. */
function workedToday(ms: number, day: number, calendar: BusinessCalendar): number {
  if (!calendar.isWorkingDay(day)) return 0
  const sinceMidnight = ms - dayNumberStartMs(day)
  const start = calendar.startMinutes * MINUTE_MS
  const end = calendar.endMinutes * MINUTE_MS
  return Math.min(Math.max(sinceMidnight - start, 0), end - start)
}

const dayLength = (calendar: BusinessCalendar) => (calendar.endMinutes - calendar.startMinutes) * MINUTE_MS

/** Returns the working milliseconds in [from, to); 0 when `to` is not after `from`. */
export function workingMsBetween(fromMs: number, toMs: number, calendar: BusinessCalendar): number {
  if (!(toMs > fromMs)) return 0
  const fromDay = dayNumber(fromMs)
  const toDay = dayNumber(toMs)
  const days = calendar.workingDaysBefore(toDay) - calendar.workingDaysBefore(fromDay)
  return (
    days * dayLength(calendar) + workedToday(toMs, toDay, calendar) - workedToday(fromMs, fromDay, calendar)
  )
}

/** Returns the instant at which `ms` of working time have passed since `fromMs`; Infinity if no time is worked. */
export function addWorkingMs(fromMs: number, ms: number, calendar: BusinessCalendar): number {
  if (ms <= 0) return fromMs
  const length = dayLength(calendar)
  if (length <= 0) return Number.POSITIVE_INFINITY
  const fromDay = dayNumber(fromMs)
  const target = workedToday(fromMs, fromDay, calendar) + ms
  const before = calendar.workingDaysBefore(fromDay)
  const wholeDays = Math.max(Math.ceil(target / length) - 1, 0)
  // The day of the target. A guess by weeks comes first; the loops then correct it for holidays.
  let day = fromDay + Math.floor((wholeDays / 5) * 7)
  while (calendar.workingDaysBefore(day + 1) - before < wholeDays + 1) day++
  while (day > fromDay && calendar.workingDaysBefore(day) - before >= wholeDays + 1) day--
  while (!calendar.isWorkingDay(day)) day++
  return dayNumberStartMs(day) + calendar.startMinutes * MINUTE_MS + (target - wholeDays * length)
}

/** Returns the latest instant from which `ms` of working time pass until `toMs`; -Infinity if no time is worked. */
export function subtractWorkingMs(toMs: number, ms: number, calendar: BusinessCalendar): number {
  if (ms <= 0) return toMs
  const length = dayLength(calendar)
  if (length <= 0) return Number.NEGATIVE_INFINITY
  let day = dayNumber(toMs)
  const missing = ms - workedToday(toMs, day, calendar)
  if (missing <= 0) return dayNumberStartMs(day) + calendar.startMinutes * MINUTE_MS - missing
  // Working days needed before today. The first of them may count in part.
  const wholeDays = Math.ceil(missing / length)
  const before = calendar.workingDaysBefore(day)
  day -= Math.ceil((wholeDays / 5) * 7)
  while (before - calendar.workingDaysBefore(day) < wholeDays) day--
  while (before - calendar.workingDaysBefore(day + 1) >= wholeDays) day++
  return dayNumberStartMs(day) + calendar.startMinutes * MINUTE_MS + (wholeDays * length - missing)
}
