/** When an outcome schedules the next contact, within the business hours: docs/rules.md#outcomes */
import { type BusinessCalendar, nextWorkingDay } from '../sla/business-calendar.ts'
import { dayNumber, dayNumberStartMs } from '../time/day-number.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'

const AGAIN_MS = 2 * HOUR_MS
/** The call of a day after which the client is left alone until the next. */
export const LAST_TRY = 3
const MORNING = 9 * 60
const STEP_MS = 5 * MINUTE_MS

const minuteOfDay = (ms: number) => (ms - dayNumberStartMs(dayNumber(ms))) / MINUTE_MS

const within = (minutes: number, { startMinutes, endMinutes }: BusinessCalendar) =>
  Math.min(Math.max(minutes, startMinutes), endMinutes)

/** 9:00 of the next working day, or when the house opens. */
const nextMorning = (nowMs: number, calendar: BusinessCalendar): number =>
  dayNumberStartMs(nextWorkingDay(dayNumber(nowMs), calendar)) + within(MORNING, calendar) * MINUTE_MS

const rounded = (ms: number) => Math.ceil(ms / STEP_MS) * STEP_MS

/** In two hours; after the house closes, and from the third try of a day on, the next working day. */
export function tryAgainMs(nowMs: number, missedToday: number, calendar: BusinessCalendar): number {
  const at = rounded(nowMs + AGAIN_MS)
  const minutes = minuteOfDay(at)
  const isOpen =
    dayNumber(at) === dayNumber(nowMs) &&
    calendar.isWorkingDay(dayNumber(at)) &&
    minutes >= calendar.startMinutes &&
    minutes <= calendar.endMinutes
  return isOpen && missedToday + 1 < LAST_TRY ? at : nextMorning(nowMs, calendar)
}

/** The same hour of the next working day, within the business hours. */
export const nextDayMs = (nowMs: number, calendar: BusinessCalendar): number =>
  dayNumberStartMs(nextWorkingDay(dayNumber(nowMs), calendar)) +
  within(minuteOfDay(rounded(nowMs)), calendar) * MINUTE_MS
