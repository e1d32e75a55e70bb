/** Working days and hours: docs/rules.md#sla-clock. */
import type { Settings } from '../settings/settings.ts'
import { numberOfDay } from '../time/day-number.ts'
import { nationalHolidays } from './national-holidays.ts'
import { yearlyDays } from './yearly-holidays.ts'

export interface BusinessCalendar {
  /** Minutes after midnight in São Paulo. */
  readonly startMinutes: number
  readonly endMinutes: number
  /** Whether a day number (days since 1970-01-01) is a working day. */
  readonly isWorkingDay: (day: number) => boolean
  /** Working days before the day number, from a fixed origin: only differences of two results have a meaning. */
  readonly workingDaysBefore: (day: number) => number
  /** Day numbers of the holidays on days that are worked otherwise, ascending. */
  readonly weekdayHolidays: readonly number[]
}

const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Hours with a week of their own: no setting has one, but 'E se?' asks for it. docs/rules.md#what-if */
export type WorkingHours = Settings['business_hours'] & {
  /** Worked days, 1 is Monday and 7 Sunday, at least one. Left out: Monday to Friday. */
  readonly days?: readonly number[]
  /** Holidays are worked like other days. */
  readonly worksHolidays?: boolean
}

/** Days that a week has worked unless it says others. */
export const WORKED_DAYS: readonly number[] = [1, 2, 3, 4, 5]

/** 1970-01-01 was a Thursday: 0 is Monday. */
const weekday = (day: number) => (((day + 3) % 7) + 7) % 7

/** Returns a function that counts the days of the week worked before a day number, holidays included. */
function countWorkedDays(isWorked: (weekday: number) => boolean): (day: number) => number {
  const before = [0, 1, 2, 3, 4, 5, 6].map(
    (place) => Array.from({ length: place }, (_, each) => each).filter(isWorked).length,
  )
  const inWeek = (before[6] ?? 0) + (isWorked(6) ? 1 : 0)
  return (day) => {
    const sinceMonday = day + 3
    const weeks = Math.floor(sinceMonday / 7)
    return weeks * inWeek + (before[sinceMonday - weeks * 7] ?? 0)
  }
}

const FIRST_YEAR = 2000
const LAST_YEAR = 2099

/** Holidays on worked days, in ascending order for a binary search. */
function holidaysOnWorkedDays(
  { holidays, yearly = [] }: Settings['business_hours'],
  isWorked: (weekday: number) => boolean,
): number[] {
  const days = new Set(holidays.map(numberOfDay))
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year++) {
    for (const { day } of nationalHolidays(year)) days.add(numberOfDay(day))
    for (const day of yearlyDays(yearly, year)) days.add(numberOfDay(day))
  }
  return [...days].filter((day) => isWorked(weekday(day))).sort((a, b) => a - b)
}

const calendars = new Map<string, BusinessCalendar>()

/**
 * Returns the calendar of the setting `business_hours`. The same setting returns the same object: building one lists
 * the holidays of a century.
 */
export function businessCalendar(hours: WorkingHours): BusinessCalendar {
  const key = JSON.stringify(hours)
  const known = calendars.get(key)
  if (known !== undefined) return known
  const { days = WORKED_DAYS, worksHolidays = false } = hours
  const isWorked = (place: number) => days.includes(place + 1)
  const workedDaysBefore = countWorkedDays(isWorked)
  const holidays = worksHolidays ? [] : holidaysOnWorkedDays(hours, isWorked)
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
    isWorkingDay: (day) => isWorked(weekday(day)) && !holidaySet.has(day),
    workingDaysBefore: (day) => workedDaysBefore(day) - holidaysBefore(day),
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
