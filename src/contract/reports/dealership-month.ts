/** Calls of 'Indicações do Mês': docs/rules.md#report-dealership-month */
import { z } from 'zod'
import { dealershipMonth, dealershipMonthSchema } from '../../domain/reports/dealership-month.ts'
import { routesOf } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { day, manyIds, pageQuery, sheetAnswer, shownQuery } from './report-query.ts'

const filters = { date_ini: day, date_end: day, ...manyIds('partner_id') }
const { get } = routesOf('Relatórios')
const action = 'report.dealershipMonth'

export const dealershipMonthRoute = get('/leads/dealershipMonth', action, {
  query: z.strictObject({ ...filters, ...pageQuery }),
  answer: dealershipMonthSchema,
})
export const dealershipMonthSheetRoute = get('/leads/dealershipMonthExport', action, {
  query: z.strictObject({ ...filters, ...shownQuery }),
  answer: sheetAnswer,
})
export const dealershipMonthBinding = bindReport({
  report: dealershipMonth,
  route: dealershipMonthRoute,
  files: [{ table: 'resumo', label: 'Exportar', route: dealershipMonthSheetRoute }],
})
