/** Calls of 'Leads por Origem': docs/rules.md#report-origin */
import { z } from 'zod'
import { origin, originSchema } from '../../domain/reports/origin.ts'
import { idNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { day, leadsQuery, sheetAnswer, shownQuery } from './report-query.ts'

const filters = { date_start: day, date_end: day, broker_id: idNumber.optional() }
const { get } = routesOf('Relatórios')
const action = 'report.origin'

export const originRoute = get('/leads-origin', action, {
  query: z.strictObject({ ...filters, ...leadsQuery }),
  answer: originSchema,
})
export const originSheetRoute = get('/leads-origin/export', action, {
  query: z.strictObject({ ...filters, ...shownQuery }),
  answer: sheetAnswer,
})
export const originBinding = bindReport({
  report: origin,
  route: originRoute,
  files: [{ table: 'resumo', label: 'Exportar', route: originSheetRoute }],
})
