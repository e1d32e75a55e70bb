/** Calls of 'Relatório de Atendimento': docs/rules.md#report-attendance */
import { z } from 'zod'
import { attendance, attendanceSchema } from '../../domain/reports/attendance.ts'
import { routesOf } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { day, manyIds, pageQuery, sheetAnswer, shownQuery } from './report-query.ts'

const filters = {
  start_date: day,
  end_date: day,
  ...manyIds('broker_id'),
  ...manyIds('partner_id'),
  ...manyIds('technical_teams'),
}
const { get } = routesOf('Relatórios')
const action = 'report.attendance'

export const attendanceRoute = get('/leads/AttendanceReport', action, {
  query: z.strictObject({ ...filters, ...pageQuery }),
  answer: attendanceSchema,
})
export const attendanceSheetRoute = get('/leads/AttendanceReportExport', action, {
  query: z.strictObject({ ...filters, ...shownQuery }),
  answer: sheetAnswer,
})
export const attendanceBinding = bindReport({
  report: attendance,
  route: attendanceRoute,
  files: [{ table: 'resumo', label: 'Exportar', route: attendanceSheetRoute }],
})
