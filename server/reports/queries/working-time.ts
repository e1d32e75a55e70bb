/** Working time in SQL, by the rule of src/domain/sla/working-time.ts: docs/rules.md#sla-clock */
import { type RawBuilder, sql } from 'kysely'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { CLOCKS, isStoredSql, workingCalendar } from './working-clocks.ts'

export interface Instant {
  readonly at: RawBuilder<unknown>
  /** The stored working time of the instant. */
  readonly clock: RawBuilder<unknown>
}

/** An instant of `leads l`. */
export const instantOf = (column: keyof typeof CLOCKS): Instant => ({
  at: sql`${sql.ref(`l.${column}`)}`,
  clock: sql`${sql.ref(`l.${CLOCKS[column]}`)}`,
})

/** Returns the working seconds from one instant to a later one as SQL; null where one is missing or they run backwards. */
export type WorkingSeconds = (from: Instant, to: Instant) => RawBuilder<number | null>

/** The stored clocks serve, unless the setting has just changed: then the database computes. */
export function workingSeconds(settings: Pick<Settings, 'business_hours'>): WorkingSeconds {
  const calendar = workingCalendar(settings)
  const { opens, length, holidays } = calendar
  const computed = ({ at }: Instant) => sql`working_clock(
    (${at}) at time zone 'America/Sao_Paulo', ${opens}::int, ${length}::int, ${[...holidays]}::int[])`
  return (from, to) => sql<number | null>`case when (${to.at}) >= (${from.at}) then
    case when ${isStoredSql(calendar)} then ${to.clock} - ${from.clock}
      else ${computed(to)} - ${computed(from)} end end`
}
