/** A user's scope in SQL. The rule is the same as in `src/domain/lead/access.ts`. */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { finishedWindows, isStaffScope, type Scope } from '../../src/domain/lead/access.ts'
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
  const parts = partsOf(scope, column).map(({ where }) => where)
  return sql<boolean>`(not ${column('cancelled')} and (${sql.join(parts, sql` or `)}))`
}

/** A part of a scope. No lead is in two parts of one. */
export interface ScopePart {
  readonly where: RawBuilder<boolean>
  /** False: every lead of it is open. */
  readonly hasFinished: boolean
}

/** The scope in parts. PostgreSQL reads the table's rows for two conditions that 'or' joins, and an index for each alone. */
export function scopePartsSql(scope: Scope): readonly ScopePart[] {
  if (scope.kind === 'all') return [{ where: sql<boolean>`true`, hasFinished: true }]
  return partsOf(scope, (name) => sql.ref(`l.${name}`)).map(({ where, ...part }) => ({
    ...part,
    where: sql<boolean>`(not l.cancelled and ${where})`,
  }))
}

function partsOf(
  scope: Exclude<Scope, { kind: 'all' }>,
  column: (name: string) => RawBuilder<unknown>,
): readonly ScopePart[] {
  switch (scope.kind) {
    case 'broker': {
      const own = sql<boolean>`${column('broker_id')} = any(${[scope.userId, ...(scope.covers ?? [])]}::int[])`
      const free = sql<boolean>`(
        ${column('broker_id')} is null
        and ${column('state')} = 1
        and ${column('channel_id')} = any(${[...scope.channelIds]}::int[]))`
      return [
        { where: own, hasFinished: true },
        { where: free, hasFinished: false },
      ]
    }
    case 'partners':
      return [
        {
          where: sql<boolean>`${column('partner_id')} = any(${[...scope.partnerIds]}::int[])`,
          hasFinished: true,
        },
      ]
    case 'inviter':
      return [{ where: sql<boolean>`${column('inviter_id')} = ${scope.userId}`, hasFinished: true }]
  }
}

const sinceSql = (days: number, nowMs: number) =>
  sql<string>`${new Date(nowMs - days * DAY_MS).toISOString()}::timestamptz`

/** True when `leads l` is open, or was finished within its time window. */
export function withinWindowSql(settings: Settings, nowMs: number): RawBuilder<boolean> {
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

/** True when a limit of the law runs for `leads l`. */
export const hasLimitSql = sql<boolean>`l.obligations is not null`

/** True when `leads l` is within its window, or a limit of the law runs for it and the scope sees that. */
export const notAgedOutSql = (scope: Scope, settings: Settings, nowMs: number): RawBuilder<boolean> =>
  isStaffScope(scope)
    ? sql<boolean>`(${withinWindowSql(settings, nowMs)} or ${hasLimitSql})`
    : withinWindowSql(settings, nowMs)

/** No lead that was finished before it is on a device, but one for which a limit of the law runs. */
export const earliestEndSql = (settings: Settings, nowMs: number): RawBuilder<string> =>
  sinceSql(finishedWindows(settings).endorsement, nowMs)

/** True for the leads that this user's devices mirror. */
export function inScopeSql(scope: Scope, settings: Settings, nowMs: number): RawBuilder<boolean> {
  return sql<boolean>`(${matchesScopeSql(scope, 'l')} and ${notAgedOutSql(scope, settings, nowMs)})`
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
