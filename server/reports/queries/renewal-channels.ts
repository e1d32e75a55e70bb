/** Renewals in the reports, as SQL over `leads l`: docs/rules.md#reports */
import { type RawBuilder, sql } from 'kysely'
import { DAYS_BEFORE_END } from '../../../src/domain/renewals/renewal-lead.ts'

/** The channel has the flag 'renewal'. All other channels are new insurance. */
export const isRenewalChannel: RawBuilder<boolean> = sql<boolean>`(
  l.channel_id = any(array(select id from channels where renewal)))`

/** The day of São Paulo. */
export const dayOfSql = (instant: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${instant} at time zone 'America/Sao_Paulo')::date`

/** True for an instant on the fifth day before the end of the policy that is renewed, or earlier. */
export const isBeforeEndSql = (instant: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${dayOfSql(instant)} <= l.old_end_of_validity - ${sql.lit(DAYS_BEFORE_END)}, false)`
