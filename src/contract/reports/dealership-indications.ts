/** Calls of 'Relatório de Indicações': docs/rules.md#report-dealership-indications */
import { z } from 'zod'
import {
  dealershipIndications,
  dealershipIndicationsSchema,
  referrals,
  referralsSchema,
} from '../../domain/reports/dealership-indications.ts'
import { idNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { bindReport } from './report-binding.ts'
import {
  day,
  manyIds,
  pageQuery,
  paginateQuery,
  sheetAnswer,
  shownLeadsQuery,
  shownQuery,
} from './report-query.ts'

const days = { date_ini: day, date_end: day }
const filters = {
  ...days,
  ...manyIds('partner_id'),
  ...manyIds('insurance_id'),
  inviter_id: idNumber.optional(),
  client_id: idNumber.optional(),
}
const { get } = routesOf('Relatórios')
const action = 'report.dealershipIndications'

export const dealershipIndicationsRoute = get('/leads/indicationReportGerVeic', action, {
  query: z.strictObject({ ...filters, ...pageQuery }),
  answer: dealershipIndicationsSchema,
})
export const inviterSummarySheetRoute = get('/leads/summaryReportGerVeicExport', action, {
  query: z.strictObject({ ...filters, ...shownQuery }),
  answer: sheetAnswer,
})
export const dealershipLeadsSheetRoute = get('/leads/indicationReportGerVeicExport', action, {
  query: z.strictObject({ ...filters, ...shownLeadsQuery }),
  answer: sheetAnswer,
})
export const referralReportRoute = get('/leads/referralReport', action, {
  query: z.strictObject({ ...days, ...paginateQuery }),
  answer: referralsSchema,
})

const leadsFile = { table: 'leads', label: 'Exportar leads', route: dealershipLeadsSheetRoute } as const

export const dealershipIndicationsBinding = bindReport({
  report: dealershipIndications,
  route: dealershipIndicationsRoute,
  files: [{ table: 'resumo', label: 'Exportar resumo', route: inviterSummarySheetRoute }, leadsFile],
})
/** A dealership's own. */
export const referralsBinding = bindReport({
  report: referrals,
  route: referralReportRoute,
  files: [leadsFile],
})
