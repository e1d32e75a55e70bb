/** Working days and hours: docs/rules.md#sla-clock. */
import type { Settings } from '../settings/settings.ts'
import { numberOfDay } from '../time/day-number.ts'
import { nationalHolidays } from './national-holidays.ts'
// Its code is not wanted here: the first cards are drawn without schemas.
import type { YearlyHoliday } from './yearly-holidays.ts'

export interface BusinessCalendar {
  /** Minutes after midnight in São Paulo. */
  readonly startMinutes: number
  readonly endMinutes: number
  /** Whether a day number (days since 1970-01-01) is a working day. */
  readonly isWorkingDay: (day: number) => boolean
  /** Working days before the day number, from a fixed origin: only differences of two results have a meaning. */
  readonly workingDaysBefore: (day: number) => number
  /** Day numbers of all holidays on days that are worked otherwise, ascending. Listing a century of them takes 10 ms. */
  readonly weekdayHolidays: () => readonly number[]
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

/** Returns the days of a year, YYYY-MM-DD. One on 29 February comes in leap years alone. */
const yearlyDays = (holidays: readonly Pick<YearlyHoliday, 'day'>[], year: number): string[] => {
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
  return holidays.flatMap(({ day }) => (day === '02-29' && !isLeap ? [] : [`${year}-${day}`]))
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

/** Returns `of`, which is asked once for each number. */
function kept<Value>(of: (number: number) => Value): (number: number) => Value {
  const known = new Map<number, Value>()
  return (number) => {
    const found = known.get(number) ?? of(number)
    known.set(number, found)
    return found
  }
}

/** Day numbers of a year's national holidays, which all calendars share. */
const nationalDaysOf = kept((year) => nationalHolidays(year).map(({ day }) => numberOfDay(day)))

const DAYS_A_SPAN = 365.2425
const FIRST_SPAN = FIRST_YEAR - 1
const LAST_SPAN = LAST_YEAR + 1

/**
 * Returns the span of a day: spans are as long as years and named after them, but begin around New Year, so that finding one is
 * plain arithmetic. What lies before the first is in the first, and what lies after the last in the last.
 */
const spanOf = (day: number): number =>
  Math.min(Math.max(1970 + Math.floor(day / DAYS_A_SPAN), FIRST_SPAN), LAST_SPAN)

type HolidaysOf = (span: number) => readonly number[]

/** Returns the holidays on worked days of a span, ascending. A span is listed when a day of it is asked for. */
function holidaysOnWorkedDays(
  { holidays, yearly = [] }: Settings['business_hours'],
  isWorked: (weekday: number) => boolean,
): HolidaysOf {
  const dated = holidays.map(numberOfDay)
  const ofYear = (year: number) =>
    year < FIRST_YEAR || year > LAST_YEAR
      ? []
      : [...nationalDaysOf(year), ...yearlyDays(yearly, year).map(numberOfDay)]
  const list = (span: number): readonly number[] => {
    const days = new Set([...dated, ...[span - 1, span, span + 1].flatMap(ofYear)])
    return [...days]
      .filter((day) => spanOf(day) === span && isWorked(weekday(day)))
      .sort((one, other) => one - other)
  }
  return kept(list)
}

/** Counts begin here: most days that are asked for are near it. */
const ORIGIN_SPAN = 2024

/** Returns how many holidays are from the begin of `ORIGIN_SPAN` to the day, negative before it. */
function countHolidays(holidaysOf: HolidaysOf): (day: number) => number {
  const untilSpan = kept((span): number => {
    if (span === ORIGIN_SPAN) return 0
    return span > ORIGIN_SPAN
      ? untilSpan(span - 1) + holidaysOf(span - 1).length
      : untilSpan(span + 1) - holidaysOf(span).length
  })
  return (day) => {
    if (Number.isNaN(day)) return 0
    const span = spanOf(day)
    let count = untilSpan(span)
    for (const holiday of holidaysOf(span)) if (holiday < day) count += 1
    return count
  }
}

const calendars = new Map<string, BusinessCalendar>()

/** Returns the calendar of the setting `business_hours`. The same setting returns the same object, which keeps its holidays. */
export function businessCalendar(hours: WorkingHours): BusinessCalendar {
  const key = JSON.stringify(hours)
  const known = calendars.get(key)
  if (known !== undefined) return known
  const { days = WORKED_DAYS, worksHolidays = false } = hours
  const isWorked = (place: number) => days.includes(place + 1)
  const workedDaysBefore = countWorkedDays(isWorked)
  const holidaysOf = worksHolidays ? () => [] : holidaysOnWorkedDays(hours, isWorked)
  const holidaysBefore = countHolidays(holidaysOf)
  const calendar: BusinessCalendar = {
    startMinutes: minutesOf(hours.start),
    endMinutes: Math.max(minutesOf(hours.end), minutesOf(hours.start)),
    isWorkingDay: (day) => isWorked(weekday(day)) && !holidaysOf(spanOf(day)).includes(day),
    workingDaysBefore: (day) => workedDaysBefore(day) - holidaysBefore(day),
    weekdayHolidays: () =>
      Array.from({ length: LAST_SPAN - FIRST_SPAN + 1 }, (_, at) => holidaysOf(FIRST_SPAN + at)).flat(),
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
