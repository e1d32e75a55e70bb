/**
 * The days that the law counts: working days of the brokerage's town, or days of the calendar. The day of the event does not
 * count, the last one does. docs/rules.md#obligations
 */
import type { Settings } from '../settings/settings.ts'
import { type BusinessCalendar, businessCalendar, nextWorkingDay } from '../sla/business-calendar.ts'
import { numberOfDay } from '../time/day-number.ts'
import { addDays } from '../time/sao-paulo.ts'
import { OBLIGATION_KINDS, type ObligationKind } from './kinds.ts'

type Calendar = Pick<BusinessCalendar, 'isWorkingDay'>

/**
 * National holidays, and the yearly ones of the town. A single date names no town: it may be a day on which only the house is
 * closed, which is a working day of the law. Too soon a last day does no harm, too late a one does.
 */
export const lawCalendar = (hours: Settings['business_hours']): BusinessCalendar =>
  businessCalendar({
    ...hours,
    holidays: [],
    yearly: (hours.yearly ?? []).filter(({ town }) => town !== ''),
  })

const isWorking = (day: string, calendar: Calendar) => calendar.isWorkingDay(numberOfDay(day))

function afterWorkingDays(day: string, count: number, calendar: Calendar): string {
  let last = numberOfDay(day)
  for (let left = count; left > 0; left--) last = nextWorkingDay(last, calendar)
  return addDays(day, last - numberOfDay(day))
}

/** Returns the last day of the limit, YYYY-MM-DD. One that is no working day gives way to the next that is. */
export function lastDay(kind: ObligationKind, since: string, calendar: Calendar): string {
  const { days, unit } = OBLIGATION_KINDS[kind]
  if (unit === 'working') return afterWorkingDays(since, days, calendar)
  const day = addDays(since, days)
  return isWorking(day, calendar) ? day : afterWorkingDays(day, 1, calendar)
}

export interface Limit {
  readonly kind: ObligationKind
  /** YYYY-MM-DD. */
  readonly since: string
  readonly until: string
}

/** Returns how many days of the calendar `to` is after `from`. */
export const calendarDays = (from: string, to: string): number => numberOfDay(to) - numberOfDay(from)

/** Returns how many days of the limit's kind are after `from` up to `to`; negative where `to` is before. */
export function daysBetween(kind: ObligationKind, from: string, to: string, calendar: Calendar): number {
  if (to < from) return -daysBetween(kind, to, from, calendar)
  const days = calendarDays(from, to)
  if (OBLIGATION_KINDS[kind].unit === 'calendar') return days
  let working = 0
  for (let step = 1; step <= days; step++) if (isWorking(addDays(from, step), calendar)) working += 1
  return working
}

/** Returns the first day on which half of the limit's days have passed. */
export function halfDay({ kind, since, until }: Limit, calendar: Calendar): string {
  const half = Math.ceil(daysBetween(kind, since, until, calendar) / 2)
  const day =
    OBLIGATION_KINDS[kind].unit === 'working' ? afterWorkingDays(since, half, calendar) : addDays(since, half)
  return day < until ? day : until
}

/** Returns the last working day before the limit's last day, and no day before the event. */
export function eveDay({ since, until }: Limit, calendar: Calendar): string {
  let day = addDays(until, -1)
  // A calendar of holidays alone has no working day.
  while (day > since && !isWorking(day, calendar)) day = addDays(day, -1)
  return day < since ? since : day
}
