/** The line of the day: the business hours from left to right. docs/rules.md#team-today */
import type { BusinessCalendar } from '../sla/business-calendar.ts'
import { dayNumber, dayNumberStartMs } from '../time/day-number.ts'
import { MINUTE_MS } from '../time/durations.ts'

/** Returns where an instant of today is on the line, 0 to 1. What is outside the business hours is at an end. */
export function placeOnLine(
  atMs: number,
  calendar: Pick<BusinessCalendar, 'startMinutes' | 'endMinutes'>,
): number {
  const { startMinutes, endMinutes } = calendar
  const minutes = (atMs - dayNumberStartMs(dayNumber(atMs))) / MINUTE_MS
  const length = endMinutes - startMinutes
  return length <= 0 ? 0 : Math.min(Math.max((minutes - startMinutes) / length, 0), 1)
}
