/** Calls of 'Relatório de Atendimento': docs/rules.md#report-attendance */
import type { FastifyInstance } from 'fastify'
import { attendanceRoute, attendanceSheetRoute } from '../../../src/contract/reports/attendance.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { attendance } from '../../../src/domain/reports/attendance.ts'
import type { AppContext } from '../../app-context.ts'
import { type AttendanceFilter, readAttendance } from '../../queries/reports/attendance.ts'
import { askedRange, idsOf } from '../../queries/reports/report-scope.ts'
import { serve } from '../serve.ts'
import { ONE_ROW, sendSheet, wholeTable } from './serve-report.ts'

type Query = Parsed<(typeof attendanceSheetRoute)['query']>

export function attendanceRoutes(app: FastifyInstance, context: AppContext): void {
  const { reports: db } = context
  const filterOf = (query: Query): AttendanceFilter => ({
    range: askedRange(query.start_date, query.end_date, { period: 'um-mes', nowMs: context.now() }),
    brokers: idsOf(query, 'broker_id'),
    partners: idsOf(query, 'partner_id'),
    teams: idsOf(query, 'technical_teams'),
  })

  serve(app, attendanceRoute, ({ query, request: { session } }) =>
    readAttendance(db, session.user, filterOf(query), query),
  )

  serve(app, attendanceSheetRoute, async ({ query, request: { session }, reply }) => {
    const { user } = session
    const filter = filterOf(query)
    const { title, file, path, content } = attendance
    const { asOf, tables } = content(await readAttendance(db, user, filter, ONE_ROW))
    return sendSheet(
      { context, user, reply, path, query },
      { title, file, range: filter.range, asOf, ...wholeTable(tables, 'resumo') },
    )
  })
}
