/** Working days and hours: docs/rules.md#sla-clock. */
import type { Settings } from '../settings/settings.ts'
import { numberOfDay } from '../time/day-number.ts'
import { nationalHolidays } from './national-holidays.ts'

export interface BusinessCalendar {
  /** Minutes after midnight in São Paulo. */
  readonly startMinutes: number
  readonly endMinutes: number
  /** Whether a day number (days since 1970-01-01) is a working day. */
  readonly isWorkingDay: (day: number) => boolean
  /** Working days before the day number, from a fixed origin: only differences of two results have a meaning. */
  readonly workingDaysBefore: (day: number) => number
  /** Day numbers of the holidays on weekdays, ascending. */
  readonly weekdayHolidays: readonly number[]
}

const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** 1970-01-01 was a Thursday: 0 is Monday. */
const weekday = (day: number) => (((day + 3) % 7) + 7) % 7
const weekdaysBefore = (day: number) => {
  const sinceMonday = day + 3
  const weeks = Math.floor(sinceMonday / 7)
  return weeks * 5 + Math.min(sinceMonday - weeks * 7, 5)
}

const FIRST_YEAR = 2000
const LAST_YEAR = 2099

/** Holidays on weekdays, in ascending order for a binary search. */
function holidaysOnWeekdays(extra: readonly string[]): number[] {
  const days = new Set(extra.map(numberOfDay))
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year++)
    for (const { day } of nationalHolidays(year)) days.add(numberOfDay(day))
  return [...days].filter((day) => weekday(day) < 5).sort((a, b) => a - b)
}

const calendars = new Map<string, BusinessCalendar>()

/**
 * Returns the calendar of the setting `business_hours`. The same setting returns the same object: building one lists
 * the holidays of a century.
 */
export function businessCalendar(hours: Settings['business_hours']): BusinessCalendar {
  const key = JSON.stringify(hours)
  const known = calendars.get(key)
  if (known !== undefined) return known
  const holidays = holidaysOnWeekdays(hours.holidays)
  const holidaySet = new Set(holidays)
  const holidaysBefore = (day: number) => {
    let low = 0
    let high = holidays.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((holidays[middle] ?? 0) < day) low = middle + 1
      else high = middle
    }
    return low
  }
  const calendar: BusinessCalendar = {
    startMinutes: minutesOf(hours.start),
    endMinutes: Math.max(minutesOf(hours.end), minutesOf(hours.start)),
    isWorkingDay: (day) => weekday(day) < 5 && !holidaySet.has(day),
    workingDaysBefore: (day) => weekdaysBefore(day) - holidaysBefore(day),
    weekdayHolidays: holidays,
  }
  calendars.set(key, calendar)
  return calendar
}

/** The first working day after a day, as day numbers. */
export function nextWorkingDay(
  after: number,
  { isWorkingDay }: Pick<BusinessCalendar, 'isWorkingDay'>,
): number {
  let day = after + 1
  // A calendar of holidays alone has no end.
  for (let tries = 0; tries < 60 && !isWorkingDay(day); tries++) day += 1
  return day
}
