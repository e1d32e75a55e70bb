/** The board's counters of the REST API, limited to the user's scope. */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { listCountRoute } from '../../src/contract/board.ts'
import { newsSinceMs } from '../../src/domain/board/news.ts'
import { scopeOf } from '../../src/domain/lead/access.ts'
import { ORIGIN } from '../../src/domain/lead/status.ts'
import { businessCalendar } from '../../src/domain/sla/business-calendar.ts'
import { type BoardReader, isNextSevenDays, iso } from './board.ts'
import { earliestEndSql, matchesScopeSql, notAgedOutSql } from './scope.ts'

/** Open leads of one status, channel and insurance. */
interface OpenCount {
  readonly status: number
  readonly channel_id: number
  readonly insurance_id: number | null
  readonly pending: boolean
  readonly total: number
  readonly news: number
}

/** Open leads with an open scheduling, of one status. */
interface ScheduledCount {
  readonly status: number
  readonly total: number
  readonly late: number
  readonly saven_days: number
}

const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + value(row), 0)

const byNumber = <Rows>(groups: ReadonlyMap<number, Rows>) => [...groups].sort(([a], [b]) => a - b)

/** GET /leads/list-count. Open and finished leads are counted apart: an index answers each, without the table's rows. */
export async function countLeads({
  db,
  user,
  settings,
  nowMs,
}: BoardReader): Promise<z.infer<typeof listCountRoute.answer>> {
  const scope = matchesScopeSql(scopeOf(user), 'l')
  const now = iso(nowMs)
  const newsSince = iso(newsSinceMs(nowMs, businessCalendar(settings.business_hours)))
  const open = await sql<OpenCount>`
    select
      l.status,
      l.channel_id,
      l.insurance_id,
      l.state = 1 as pending,
      count(*) as total,
      count(*) filter (
        where l.state = 1
          and l.broker_id is null
          and l.create_lead_date > ${newsSince}::timestamptz
          and l.create_lead_date <= ${now}::timestamptz) as news
    from leads l
    where ${scope}
      and l.state <> 3
    group by l.status, l.channel_id, l.insurance_id, pending`.execute(db)
  const scheduled = await sql<ScheduledCount>`
    select
      l.status,
      count(*) as total,
      count(*) filter (where l.scheduling_date < ${now}::timestamptz) as late,
      count(*) filter (where ${isNextSevenDays(nowMs)}) as saven_days
    from leads l
    where ${scope}
      and l.scheduling_status = 0
      and l.state <> 3
    group by l.status`.execute(db)
  const finished = await sql<{ status: number; total: number }>`
    select l.status, count(*) as total
    from leads l
    where ${scope}
      and l.state = 3
      and ${notAgedOutSql(settings, nowMs)}
      and coalesce(l.end_lead_date, 'infinity') >= ${earliestEndSql(settings, nowMs)}
    group by l.status`.execute(db)
  const lateOf = new Map(scheduled.rows.map(({ status, late }) => [status, late]))
  const ofStatus = Map.groupBy([...open.rows, ...finished.rows], ({ status }) => status)
  const pending = open.rows.filter((row) => row.pending && row.status === ORIGIN)
  const ofChannel = Map.groupBy(pending, (row) => row.channel_id)
  return {
    count: {
      leads_status_count: byNumber(ofStatus).map(([status, rows]) => ({
        status,
        total: sumOf(rows, ({ total }) => total),
        news: sumOf(rows, (row) => ('news' in row ? row.news : 0)),
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
      total: sumOf(scheduled.rows, ({ total }) => total),
      late: sumOf(scheduled.rows, ({ late }) => late),
      saven_days: sumOf(scheduled.rows, ({ saven_days }) => saven_days),
    },
  }
}
