/** Calls of 'Relatório de Renovações': docs/rules.md#report-renewals */
import { z } from 'zod'
import { renewals, renewalsSchema } from '../../domain/reports/renewals.ts'
import { numberFrom } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { bindReport } from './report-binding.ts'
import {
  day,
  MOST_ROWS,
  manyIds,
  pageQuery,
  partOfText,
  sheetAnswer,
  shownLeadsQuery,
  shownQuery,
} from './report-query.ts'

const filters = {
  date_ini: day,
  date_end: day,
  ...manyIds('broker_id'),
  ...manyIds('channel_id'),
  /** Part of the client's name. */
  client_name: partOfText,
}
const { get } = routesOf('Relatórios')
const action = 'report.renewals'

/** Without a page: all leads, up to 5,000. */
export const renewalsRoute = get('/leads/renovationReport', action, {
  query: z.strictObject({ ...filters, ...pageQuery, per_page: numberFrom(1, MOST_ROWS).default(MOST_ROWS) }),
  answer: renewalsSchema,
})
export const renewalSummarySheetRoute = get('/leads/summaryRenovationReportExport', action, {
  query: z.strictObject({ ...filters, ...shownQuery }),
  answer: sheetAnswer,
})
export const renewalLeadsSheetRoute = get('/leads/renovationReportExport', action, {
  query: z.strictObject({ ...filters, ...shownLeadsQuery }),
  answer: sheetAnswer,
})
export const renewalsBinding = bindReport({
  report: renewals,
  route: renewalsRoute,
  files: [
    { table: 'resumo', label: 'Exportar resumo', route: renewalSummarySheetRoute },
    { table: 'leads', label: 'Exportar leads', route: renewalLeadsSheetRoute },
  ],
})
