/** The times that the law gives for a data subject's request and for an incident. docs/rules.md#data-requests */
import { businessCalendar } from '../sla/business-calendar.ts'
import { countdown, type SlaProgress } from '../sla/progress.ts'
import { numberOfDay } from '../time/day-number.ts'
import { addDays, endOfDayMs, startOfDayMs } from '../time/sao-paulo.ts'

/** LGPD, art. 19, II: fifteen days from the request. */
export const REQUEST_DAYS = 15
/** Resolução CD/ANPD 15/2024, art. 6: three working days from the knowledge of the incident. */
export const INCIDENT_WORKING_DAYS = 3

/** The last day on which a request is answered in time. */
export const requestDueDay = (receivedOn: string): string => addDays(receivedOn, REQUEST_DAYS)

/** National holidays alone: a brokerage's own holiday moves no term of the ANPD. */
const NATIONAL = businessCalendar({ start: '00:00', end: '23:59', holidays: [] })

/**
 * The last day on which an incident is reported in time: the third working day after the day on which it became known.
 */
export function incidentDueDay(knownOn: string): string {
  let day = knownOn
  for (let left = INCIDENT_WORKING_DAYS; left > 0; ) {
    day = addDays(day, 1)
    if (NATIONAL.isWorkingDay(numberOfDay(day))) left--
  }
  return day
}

const until = (from: string, due: string, nowMs: number): SlaProgress =>
  countdown({ fromMs: startOfDayMs(from), untilMs: endOfDayMs(due) }, nowMs)

/** The bar of a request that waits for its answer. */
export const requestProgress = (receivedOn: string, nowMs: number): SlaProgress =>
  until(receivedOn, requestDueDay(receivedOn), nowMs)

/** The bar of an incident about which the ANPD knows nothing yet. */
export const incidentProgress = (knownOn: string, nowMs: number): SlaProgress =>
  until(knownOn, incidentDueDay(knownOn), nowMs)
