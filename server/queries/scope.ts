/** A user's scope in SQL. The rule is the same as in `src/domain/lead/access.ts`. */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { finishedWindows, type Scope } from '../../src/domain/lead/access.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/database.ts'

/**
 * True when the columns of `alias` match the scope, whatever the lead's age. `l` and `o` are leads, `t` is a
 * tombstone with the old columns.
 */
export function matchesScopeSql(scope: Scope, alias: 'l' | 'o' | 't'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (scope.kind === 'all') return sql<boolean>`true`
  return sql<boolean>`(not ${column('cancelled')} and ${belongsSql(scope, column)})`
}

function belongsSql(
  scope: Exclude<Scope, { kind: 'all' }>,
  column: (name: string) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  switch (scope.kind) {
    case 'broker':
      return sql<boolean>`(
        ${column('broker_id')} = ${scope.userId}
        or (
          ${column('broker_id')} is null
          and ${column('state')} = 1
          and ${column('channel_id')} = any(${[...scope.channelIds]}::int[])))`
    case 'partners':
      return sql<boolean>`${column('partner_id')} = any(${[...scope.partnerIds]}::int[])`
    case 'inviter':
      return sql<boolean>`${column('inviter_id')} = ${scope.userId}`
  }
}

const sinceSql = (days: number, nowMs: number) =>
  sql<string>`${new Date(nowMs - days * DAY_MS).toISOString()}::timestamptz`

/** True when `leads l` is open, or was finished within its time window. */
export function notAgedOutSql(settings: Settings, nowMs: number): RawBuilder<boolean> {
  const { sold, lost, endorsement } = finishedWindows(settings)
  return sql<boolean>`(
    l.state <> 3
    or l.end_lead_date is null
    or l.end_lead_date >= case
      when l.sold = 1 then ${sinceSql(sold, nowMs)}
      when l.lost_sale = 5 then ${sinceSql(endorsement, nowMs)}
      else ${sinceSql(lost, nowMs)}
    end)`
}

/** No lead that was finished before it is on a device. */
export const earliestEndSql = (settings: Settings, nowMs: number): RawBuilder<string> =>
  sinceSql(finishedWindows(settings).endorsement, nowMs)

/** True for the leads that this user's devices mirror. */
export function inScopeSql(scope: Scope, settings: Settings, nowMs: number): RawBuilder<boolean> {
  return sql<boolean>`(${matchesScopeSql(scope, 'l')} and ${notAgedOutSql(settings, nowMs)})`
}

/** True when the lead was in the scope at some time in the last 90 days, for which tombstones are kept. */
export async function wasInScope(tx: Transaction<Database>, uid: string, scope: Scope): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from tombstones t
    where t.lead_uid = ${uid}
      and ${matchesScopeSql(scope, 't')}
    limit 1`.execute(tx)
  return rows.length > 0
}
