/** On-time flags: working hours against a limit. docs/rules.md#on-time-flags */
import { HOUR_MS } from '../time/durations.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import { workingMsBetween } from './working-time.ts'

/** Returns 1 if less than `limitHours` working hours passed between the two ISO instants, else 0. */
export function onTimeFlag(
  fromIso: string,
  toIso: string,
  limitHours: number,
  calendar: BusinessCalendar,
): 0 | 1 {
  return workingMsBetween(Date.parse(fromIso), Date.parse(toIso), calendar) < limitHours * HOUR_MS ? 1 : 0
}
