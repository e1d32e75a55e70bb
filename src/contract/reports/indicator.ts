/** Calls of 'Relatório do Indicador': docs/rules.md#report-indicator */
import { z } from 'zod'
import { indicator, indicatorSchema } from '../../domain/reports/indicator.ts'
import { idNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { day, paginateQuery, sheetAnswer, shownQuery } from './report-query.ts'

const filters = { date_ini: day, date_end: day, inviter_id: idNumber.optional() }
const { get } = routesOf('Relatórios')
const action = 'report.indicator'

export const indicatorRoute = get('/leads/indicatorReport', action, {
  query: z.strictObject({ ...filters, ...paginateQuery }),
  answer: indicatorSchema,
})
export const indicatorSheetRoute = get('/leads/indicatorReportExport', action, {
  query: z.strictObject({ ...filters, ...shownQuery }),
  answer: sheetAnswer,
})
export const indicatorBinding = bindReport({
  report: indicator,
  route: indicatorRoute,
  files: [{ table: 'leads', label: 'Exportar', route: indicatorSheetRoute }],
})
