/** Calls of 'Relatório de Atendimento': docs/rules.md#report-attendance */
import { z } from 'zod'
import { attendance, attendanceSchema } from '../../domain/reports/attendance.ts'
import { defineRoute } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { day, manyIds, pageQuery, sheetAnswer, shownQuery } from './report-query.ts'

const filters = {
  start_date: day,
  end_date: day,
  ...manyIds('broker_id'),
  ...manyIds('partner_id'),
  ...manyIds('technical_teams'),
}
const tag = 'Relatórios'
const action = 'report.attendance'

export const attendanceRoute = defineRoute({
  method: 'GET',
  path: '/leads/AttendanceReport',
  action,
  tag,
  query: z.strictObject({ ...filters, ...pageQuery }),
  answer: attendanceSchema,
})
export const attendanceSheetRoute = defineRoute({
  method: 'GET',
  path: '/leads/AttendanceReportExport',
  action,
  tag,
  query: z.strictObject({ ...filters, ...shownQuery }),
  answer: sheetAnswer,
})
export const attendanceBinding = bindReport({
  report: attendance,
  route: attendanceRoute,
  files: [{ table: 'resumo', label: 'Exportar', route: attendanceSheetRoute }],
})
