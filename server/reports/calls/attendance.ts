/** Calls of 'Relatório de Atendimento': docs/rules.md#report-attendance */
import { attendanceBinding, type attendanceSheetRoute } from '../../../src/contract/reports/attendance.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { attendance } from '../../../src/domain/reports/attendance.ts'
import { type AttendanceFilter, readAttendance } from '../queries/attendance.ts'
import { askedRange, idsOf } from '../queries/report-scope.ts'
import { answerSheet, ONE_ROW, type SheetSource } from './serve-report.ts'
import { servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Query = Parsed<(typeof attendanceSheetRoute)['query']>

const filterOf = (query: Query, nowMs: number): AttendanceFilter => ({
  range: askedRange(query.start_date, query.end_date, { period: 'um-mes', nowMs }),
  brokers: idsOf(query, 'broker_id'),
  partners: idsOf(query, 'partner_id'),
  teams: idsOf(query, 'technical_teams'),
})

async function summarySheet({ context, user, query }: SheetAsked<Query>): Promise<SheetSource> {
  const filter = filterOf(query, context.now())
  const answer = await readAttendance(context.reports, user, filter, ONE_ROW)
  return answerSheet(attendance, answer, { table: 'resumo', range: filter.range })
}

export const attendanceReport = servedReport(attendanceBinding, {
  answer: ({ context, user, query }) =>
    readAttendance(context.reports, user, filterOf(query, context.now()), query),
  sheets: [summarySheet],
})
