/** 'Relatório de Atendimento': docs/rules.md#report-attendance */
import { type RawBuilder, sql } from 'kysely'
import {
  type Attendance,
  type AttendanceRow,
  attendanceTotal,
} from '../../../src/domain/reports/attendance.ts'
import { share } from '../../../src/domain/reports/figures.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { compareNames } from '../../../src/domain/text/name-order.ts'
import type { DayRange } from '../../../src/domain/time/presets.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { readAsOf } from './as-of.ts'
import { type AskedFigure, countedIn, figureSql, figuresBy, heldFigures } from './figure-leads.ts'
import { leadDetails } from './lead-details.ts'
import type { Page } from './lead-pages.ts'
import { countsByPerson } from './person-counts.ts'
import { allOf, amongSql, countsForSql, inTeamsSql, mustBeOwn, withinSql } from './report-scope.ts'

export interface AttendanceFilter {
  readonly range: DayRange
  readonly brokers: readonly number[]
  readonly partners: readonly number[]
  readonly teams: readonly number[]
}

/** What each count counts, over `leads l`. The same conditions open its leads. */
const FIGURES = {
  on_time: sql<boolean>`l.capture_on_time = 1`,
  out_time: sql<boolean>`l.capture_on_time = 0`,
  total: sql<boolean>`true`,
  sold: sql<boolean>`(l.state = 3 and l.sold = 1)`,
  not_sold: sql<boolean>`(l.state = 3 and l.sold = 0)`,
}

const BROKER = sql`coalesce(l.broker_id, 0)`

/** The leads of the filter. Throws 403 for a filter that names what is not the user's. */
function attendanceLeads(
  user: SessionUser,
  { range, brokers, partners, teams }: AttendanceFilter,
): RawBuilder<boolean> {
  mustBeOwn(user, { brokers, partners, teams })
  return allOf([
    countsForSql(user),
    withinSql(sql`l.capture_date`, range),
    amongSql(sql`l.broker_id`, brokers),
    amongSql(sql`l.partner_id`, partners),
    inTeamsSql(teams),
  ])
}

export async function readAttendance(
  db: Reader,
  user: SessionUser,
  filter: AttendanceFilter,
  asked: Page & AskedFigure,
): Promise<Attendance> {
  const as_of = await readAsOf(db)
  const condition = attendanceLeads(user, filter)
  const detail = allOf([condition, figureSql(FIGURES, asked, BROKER)])
  const data = await readRows(db, condition)
  const total = attendanceTotal(data)
  const leads = await leadDetails(
    db,
    user,
    { condition: detail, counted: countedIn(asked, total.total) },
    asked,
  )
  const held = await heldFigures(db, { asked, rows: leads.data, figures: figuresBy(FIGURES, BROKER) })
  return { as_of, data, total, leads: leads.data, meta: { total: leads.total }, ...held }
}

/** The broker with most leads first. */
async function readRows(db: Reader, condition: RawBuilder<boolean>): Promise<AttendanceRow[]> {
  const counts = await countsByPerson(db, 'broker_id', { figures: FIGURES, condition })
  return counts
    .map(({ id, name, ...row }) => ({
      broker_id: id,
      broker: name ?? 'Sem corretor',
      ...row,
      conversion: share(row.sold, row.total),
    }))
    .toSorted((a, b) => b.total - a.total || compareNames(a.broker, b.broker))
}
