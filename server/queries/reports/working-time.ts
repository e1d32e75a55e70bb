/** Working time in SQL, by the rule of src/domain/sla/working-time.ts: docs/rules.md#sla-clock */
import { type RawBuilder, sql } from 'kysely'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { businessCalendar } from '../../../src/domain/sla/business-calendar.ts'

/** Returns the working seconds from one instant to a later one as SQL; null where one is missing or they run backwards. */
export type WorkingSeconds = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) => RawBuilder<number | null>

export function workingSeconds({ business_hours }: Pick<Settings, 'business_hours'>): WorkingSeconds {
  const { startMinutes, endMinutes, weekdayHolidays } = businessCalendar(business_hours)
  const clock = (instant: RawBuilder<unknown>) => sql`working_clock(
    (${instant}) at time zone 'America/Sao_Paulo', ${startMinutes * 60}::int, ${(endMinutes - startMinutes) * 60}::int,
    ${[...weekdayHolidays]}::int[])`
  return (from, to) =>
    sql<number | null>`case when (${to}) >= (${from}) then ${clock(to)} - ${clock(from)} end`
}
