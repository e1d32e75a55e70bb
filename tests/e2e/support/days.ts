/** Days in the future at every run: past ones are refused. */

import { settingsFrom } from '../../../src/domain/settings/settings.ts'
import { businessCalendar } from '../../../src/domain/sla/business-calendar.ts'
import { numberOfDay } from '../../../src/domain/time/day-number.ts'
import { addDays, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'

const calendar = businessCalendar(settingsFrom([]).business_hours)

/**
 * `YYYY-MM-DD`: the first working day from `days` after today on, in São Paulo, the time zone of the tests' browsers. A
 * scheduling on another day is asked about.
 */
export function dayAhead(days: number): string {
  const day = addDays(saoPauloDay(Date.now()), days)
  return calendar.isWorkingDay(numberOfDay(day)) ? day : dayAhead(days + 1)
}
