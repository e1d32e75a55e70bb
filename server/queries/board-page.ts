/**
 * A page of the board. It joins the first rows of each part of the scope, status and group of the order. An index has each of
 * them in its order, so that the other leads of the scope are not read. docs/performance.md#the-server
 */
import { type RawBuilder, sql } from 'kysely'
import { isStaffScope, scopeOf } from '../../src/domain/lead/access.ts'
import { FINISHED } from '../../src/domain/lead/status.ts'
import { endOfDayMs, saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import type { BoardReader, ListQuery } from './board-reader.ts'
import { earliestEndSql, hasLimitSql, type ScopePart, scopePartsSql, withinWindowSql } from './scope.ts'

/** All that the column may have, but the finished, which have an order of their own. */
const OTHERS = [1, 2, 3, 4, 5, 7]

/** What a page may ask for: lists of schedulings have another order, and a search finds few leads. */
const PLAIN: ReadonlySet<string> = new Set([
  'limit',
  'offset',
  'status',
  'state',
  'channel_id',
  'insurance_id',
  'partner_id',
])

export const isPlain = (query: ListQuery): boolean =>
  Object.entries(query).every(
    ([name, value]) => PLAIN.has(name) || value === undefined || value === '' || value === false,
  )

/** Returns the uids of the page, each with the number of all leads that match. `chosen`: the query's conditions on `leads l`. */
export async function boardPage(
  { db, user, settings, nowMs }: BoardReader,
  query: ListQuery,
  chosen: RawBuilder<boolean>,
): Promise<readonly { readonly uid: string; readonly total: number }[]> {
  const dayEnd = sql`${new Date(endOfDayMs(saoPauloDay(nowMs))).toISOString()}::timestamptz`
  const age = withinWindowSql(settings, nowMs)
  const scope = scopeOf(user)
  const parts = scopePartsSql(scope)
  // A few, with an index of their own.
  const owed = isStaffScope(scope) ? sql`${hasLimitSql} and not ${age}` : sql`false`
  const most = query.limit + query.offset
  const isScheduled = sql`l.state <> 3 and l.scheduling_status = 0`
  const group = (
    part: ScopePart,
    columns: RawBuilder<unknown>,
    among: RawBuilder<unknown>,
    order: RawBuilder<unknown>,
  ): RawBuilder<unknown> => sql`
    (select ${columns}
    from leads l
    where ${part.where}
      and ${chosen}
      and ${among}
    order by ${order}
    limit ${most})`
  const open = (part: ScopePart, number: number, column: string, among: RawBuilder<unknown>) => sql`
    select g.*
    from statuses s
    cross join lateral ${group(
      part,
      sql`l.uid, l.status, null::timestamptz as ended, ${sql.lit(number)} as part, ${sql.ref(`l.${column}`)} as at`,
      sql`l.status = s.status and ${among}`,
      sql`${sql.ref(`l.${column}`)}, l.uid`,
    )} g`
  const ended = (part: ScopePart, among: RawBuilder<unknown>) =>
    group(
      part,
      sql`l.uid, l.status, l.end_lead_date, null::int, null::timestamptz`,
      sql`l.status = ${sql.lit(FINISHED)} and ${among}`,
      sql`l.end_lead_date desc nulls last, l.uid`,
    )
  const groups = parts.flatMap((part) => [
    open(part, 0, 'scheduling_date', sql`${isScheduled} and l.scheduling_date <= ${dayEnd}`),
    open(part, 1, 'create_lead_date', sql`l.state <> 3 and (l.scheduling_status = 0) is not true`),
    open(part, 2, 'scheduling_date', sql`${isScheduled} and l.scheduling_date > ${dayEnd}`),
    open(part, 2, 'scheduling_date', sql`${isScheduled} and l.scheduling_date is null`),
    ...(part.hasFinished
      ? [
          open(part, 1, 'create_lead_date', sql`l.state = 3 and l.status <> 6 and (${age} or ${owed})`),
          ended(part, sql`${age} and l.end_lead_date >= ${earliestEndSql(settings, nowMs)}`),
          ended(part, sql`${age} and l.end_lead_date is null`),
          ended(part, owed),
        ]
      : []),
  ])
  const counts = parts.flatMap(({ where, hasFinished }) => [
    sql`(select count(*) from leads l where ${where} and ${chosen} and l.state <> 3)`,
    ...(hasFinished
      ? [
          sql`(
            select count(*) from leads l
            where ${where} and ${chosen} and l.state = 3 and ${age}
              and coalesce(l.end_lead_date, 'infinity') >= ${earliestEndSql(settings, nowMs)})`,
          sql`(select count(*) from leads l where ${where} and ${chosen} and l.state = 3 and ${owed})`,
        ]
      : []),
  ])
  const { rows } = await sql<{ uid: string; total: number }>`
    with statuses (status) as (values ${sql.join(OTHERS.map((status) => sql`(${sql.lit(status)}::smallint)`))})
    select p.uid, (${sql.join(counts, sql` + `)}) as total
    from (${sql.join(groups, sql` union all `)}) p
    order by p.status, p.ended desc nulls last, p.part, p.at, p.uid
    limit ${query.limit}
    offset ${query.offset}`.execute(db)
  return rows
}
