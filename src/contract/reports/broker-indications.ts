/** Calls of 'Relatório de Indicações da Corretora': docs/rules.md#report-broker-indications */
import { z } from 'zod'
import { brokerIndications, brokerIndicationsSchema } from '../../domain/reports/broker-indications.ts'
import { idNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { day, manyIds, pageQuery, sheetAnswer, shownLeadsQuery, shownQuery } from './report-query.ts'

const filters = {
  date_ini: day,
  date_end: day,
  ...manyIds('partners'),
  ...manyIds('insurance_id'),
  broker: idNumber.optional(),
}
const { get } = routesOf('Relatórios')
const action = 'report.brokerIndications'

export const brokerIndicationsRoute = get('/leads/indicationManagerReport', action, {
  query: z.strictObject({ ...filters, ...pageQuery }),
  answer: brokerIndicationsSchema,
})
export const brokerSummarySheetRoute = get('/leads/summaryReportExport', action, {
  query: z.strictObject({ ...filters, ...shownQuery }),
  answer: sheetAnswer,
})
export const brokerLeadsSheetRoute = get('/leads/indicationManagerReportExport', action, {
  query: z.strictObject({ ...filters, ...shownLeadsQuery }),
  answer: sheetAnswer,
})
export const brokerIndicationsBinding = bindReport({
  report: brokerIndications,
  route: brokerIndicationsRoute,
  files: [
    { table: 'resumo', label: 'Exportar resumo', route: brokerSummarySheetRoute },
    { table: 'leads', label: 'Exportar leads', route: brokerLeadsSheetRoute },
  ],
})
