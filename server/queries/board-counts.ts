/** The board's counters of the REST API, limited to the user's scope. */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { listCountRoute } from '../../src/contract/board.ts'
import { newsSinceMs } from '../../src/domain/board/news.ts'
import { isStaffScope, scopeOf } from '../../src/domain/lead/access.ts'
import { ORIGIN } from '../../src/domain/lead/status.ts'
import { businessCalendar } from '../../src/domain/sla/business-calendar.ts'
import { isNextSevenDays, iso } from './board.ts'
import type { BoardReader } from './board-reader.ts'
import { earliestEndSql, hasLimitSql, type ScopePart, scopePartsSql, withinWindowSql } from './scope.ts'

/** Numbers of leads of one kind. `channel_id` and `insurance_id` are of `pending` alone. */
interface Counted {
  readonly kind: 'open' | 'news' | 'pending' | 'scheduled' | 'finished'
  readonly status: number
  readonly channel_id: number
  readonly insurance_id: number | null
  readonly total: number
  readonly late: number
  readonly saven_days: number
}

const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + value(row), 0)

const byNumber = <Rows>(groups: ReadonlyMap<number, Rows>) => [...groups].sort(([a], [b]) => a - b)

/**
 * GET /leads/list-count, in one statement. Each kind is counted apart in each part of the scope. An index answers most of them
 * without the table's rows. Only the pending leads of Origem are counted by channel.
 */
export async function countLeads({
  db,
  user,
  settings,
  nowMs,
}: BoardReader): Promise<z.infer<typeof listCountRoute.answer>> {
  const scope = scopeOf(user)
  const window = withinWindowSql(settings, nowMs)
  const now = iso(nowMs)
  const newsSince = iso(newsSinceMs(nowMs, businessCalendar(settings.business_hours)))
  const hasLimit = isStaffScope(scope) ? hasLimitSql : sql`false`
  const kinds = ({ where, hasFinished }: ScopePart) => [
    sql`
    select 'open' as kind, l.status, 0 as channel_id, null::int as insurance_id, count(*) as total, 0::bigint as late,
      0::bigint as saven_days
    from leads l
    where ${where}
      and l.state <> 3
    group by l.status`,
    sql`
    select 'news', l.status, 0, null, count(*), 0, 0
    from leads l
    where ${where}
      and l.state = 1
      and l.broker_id is null
      and l.create_lead_date > ${newsSince}::timestamptz
      and l.create_lead_date <= ${now}::timestamptz
    group by l.status`,
    sql`
    select 'pending', l.status, l.channel_id, l.insurance_id, count(*), 0, 0
    from leads l
    where ${where}
      and l.state = 1
      and l.status = ${sql.lit(ORIGIN)}
    group by l.status, l.channel_id, l.insurance_id`,
    sql`
    select 'scheduled', l.status, 0, null, count(*),
      count(*) filter (where l.scheduling_date < ${now}::timestamptz),
      count(*) filter (where ${isNextSevenDays(nowMs)})
    from leads l
    where ${where}
      and l.state <> 3
      and l.scheduling_status = 0
    group by l.status`,
    ...(hasFinished
      ? [
          sql`
    select 'finished', l.status, 0, null, count(*), 0, 0
    from leads l
    where ${where}
      and l.state = 3
      and ${window}
      and coalesce(l.end_lead_date, 'infinity') >= ${earliestEndSql(settings, nowMs)}
    group by l.status`,
          sql`
    select 'finished', l.status, 0, null, count(*), 0, 0
    from leads l
    where ${where}
      and l.state = 3
      and ${hasLimit}
      and not ${window}
    group by l.status`,
        ]
      : []),
  ]
  const all = scopePartsSql(scope).flatMap(kinds)
  const { rows } = await sql<Counted>`
    select kind, status, channel_id, insurance_id, sum(total)::bigint as total, sum(late)::bigint as late,
      sum(saven_days)::bigint as saven_days
    from (${sql.join(all, sql` union all `)}) counted
    group by kind, status, channel_id, insurance_id`.execute(db)
  const of = (...kinds: readonly Counted['kind'][]) => rows.filter(({ kind }) => kinds.includes(kind))
  const scheduled = of('scheduled')
  const lateOf = new Map(scheduled.map(({ status, late }) => [status, late]))
  const newsOf = new Map(of('news').map(({ status, total }) => [status, total]))
  const ofStatus = Map.groupBy(of('open', 'finished'), ({ status }) => status)
  const ofChannel = Map.groupBy(of('pending'), (row) => row.channel_id)
  return {
    count: {
      leads_status_count: byNumber(ofStatus).map(([status, rows]) => ({
        status,
        total: sumOf(rows, ({ total }) => total),
        news: newsOf.get(status) ?? 0,
        late_scheduling: lateOf.get(status) ?? 0,
      })),
      leads_channel_count: byNumber(ofChannel).map(([id, rows]) => {
        const insured = (insurance: number) =>
          sumOf(rows, ({ insurance_id, total }) => (insurance_id === insurance ? total : 0))
        return {
          id,
          total: sumOf(rows, ({ total }) => total),
          vn: insured(1),
          vu: insured(2),
          vd: insured(3),
        }
      }),
    },
    agendaments_count: {
      total: sumOf(scheduled, ({ total }) => total),
      late: sumOf(scheduled, ({ late }) => late),
      saven_days: sumOf(scheduled, ({ saven_days }) => saven_days),
    },
  }
}
