/** 'Relatório de Atendimento': docs/rules.md#report-attendance */
import { type RawBuilder, sql } from 'kysely'
import { attendanceBinding } from '../../../src/contract/reports/attendance.ts'
import {
  type Attendance,
  type AttendanceRow,
  attendanceTotal,
} from '../../../src/domain/reports/attendance.ts'
import { share } from '../../../src/domain/reports/figures.ts'
import { compareNames } from '../../../src/domain/text/name-order.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { counts } from '../../records/meaning.ts'
import { readAsOf } from '../queries/as-of.ts'
import { countedIn, figureSql, figuresBy, heldFigures } from '../queries/figure-leads.ts'
import { leadDetails } from '../queries/lead-details.ts'
import { countsByPerson } from '../queries/person-counts.ts'
import { allOf, amongSql, countsForSql, inTeamsSql, mustBeOwn, withinSql } from '../queries/report-scope.ts'
import { calledReport, type ReportAsked } from './called-report.ts'

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
function attendanceLeads({ user, range, filter }: ReportAsked): RawBuilder<boolean> {
  const { corretores: brokers = [], empresas: partners = [], equipes: teams = [] } = filter
  mustBeOwn(user, { brokers, partners, teams })
  return allOf([
    countsForSql(user),
    withinSql(sql`l.capture_date`, range),
    amongSql(sql`l.broker_id`, brokers),
    amongSql(sql`l.partner_id`, partners),
    inTeamsSql(teams),
  ])
}

async function readAttendance(asked: ReportAsked): Promise<Attendance> {
  const { db, user, page } = asked
  const as_of = await readAsOf(db)
  const condition = attendanceLeads(asked)
  const detail = allOf([condition, figureSql(FIGURES, page, BROKER)])
  const data = await readRows(db, condition)
  const total = attendanceTotal(data)
  const counted = countedIn(page, total.total)
  const leads = await leadDetails(db, user, { condition: detail, counted }, page)
  const held = await heldFigures(db, { asked: page, rows: leads.data, figures: figuresBy(FIGURES, BROKER) })
  return { as_of, data, total, leads: leads.data, meta: { total: leads.total }, ...held }
}

/** The broker with most leads first. */
async function readRows(db: Reader, condition: RawBuilder<boolean>): Promise<AttendanceRow[]> {
  const rows = await countsByPerson(db, 'broker_id', { figures: FIGURES, condition })
  return rows
    .map(({ id, name, ...row }) => ({
      broker_id: id,
      broker: name ?? 'Sem corretor',
      ...row,
      conversion: share(row.sold, row.total),
    }))
    .toSorted((a, b) => b.total - a.total || compareNames(a.broker, b.broker))
}

export const attendanceReport = calledReport(attendanceBinding, {
  says: 'Se cada corretor capturou no prazo e como os leads terminaram. O período é o da captura.',
  meanings: { 'data.sold': counts('Vendidos.') },
  read: readAttendance,
  sheets: [{ named: 'o atendimento', holds: 'os leads' }],
})
