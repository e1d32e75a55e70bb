/** Calls of 'Relatório de Perdas': docs/rules.md#report-lost-sales */
import { z } from 'zod'
import { lostSales, lostSalesSchema } from '../../domain/reports/lost-sales.ts'
import { numberFrom } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { day, MOST_ROWS, manyIds, pageQuery, sheetAnswer, shownLeadsQuery } from './report-query.ts'

const filters = {
  date_ini: day,
  date_end: day,
  ...manyIds('partner_id'),
  ...manyIds('insurance_id'),
  ...manyIds('broker_id'),
}
const { get } = routesOf('Relatórios')
const action = 'report.lostSales'

/** The list of clients is whole unless a page is asked for. */
export const lostSalesRoute = get('/leads/lostSaleReport', action, {
  query: z.strictObject({ ...filters, ...pageQuery, per_page: numberFrom(1, MOST_ROWS).optional() }),
  answer: lostSalesSchema,
})
export const lostSalesSheetRoute = get('/leads/lostSaleReportExport', action, {
  query: z.strictObject({ ...filters, ...shownLeadsQuery }),
  answer: sheetAnswer,
})
export const lostSalesBinding = bindReport({
  report: lostSales,
  route: lostSalesRoute,
  files: [{ table: 'leads', label: 'Exportar clientes', route: lostSalesSheetRoute }],
})
