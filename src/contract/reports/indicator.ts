/** Calls of 'Relatório do Indicador': docs/rules.md#report-indicator */
import { z } from 'zod'
import { indicator, indicatorSchema } from '../../domain/reports/indicator.ts'
import { idNumber } from '../decimal.ts'
import { defineRoute } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { day, paginateQuery, sheetAnswer, shownQuery } from './report-query.ts'

const filters = { date_ini: day, date_end: day, inviter_id: idNumber.optional() }
const tag = 'Relatórios'
const action = 'report.indicator'

export const indicatorRoute = defineRoute({
  method: 'GET',
  path: '/leads/indicatorReport',
  action,
  tag,
  query: z.strictObject({ ...filters, ...paginateQuery }),
  answer: indicatorSchema,
})
export const indicatorSheetRoute = defineRoute({
  method: 'GET',
  path: '/leads/indicatorReportExport',
  action,
  tag,
  query: z.strictObject({ ...filters, ...shownQuery }),
  answer: sheetAnswer,
})
export const indicatorBinding = bindReport({
  report: indicator,
  route: indicatorRoute,
  files: [{ table: 'leads', label: 'Exportar', route: indicatorSheetRoute }],
})
