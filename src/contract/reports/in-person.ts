/** Calls of 'Diagnóstico Presencial': docs/rules.md#report-in-person */
import { z } from 'zod'
import { inPerson, inPersonSchema } from '../../domain/reports/in-person.ts'
import { numberFrom } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { day, manyIds, pageQuery, sheetAnswer, shownLeadsQuery } from './report-query.ts'

const filters = {
  date_start: day,
  date_end: day,
  ...manyIds('partners'),
  ...manyIds('brokers'),
  /** Part of the client's name. */
  client: z.string().trim().max(120).optional(),
}
const { get } = routesOf('Relatórios')
const action = 'report.inPerson'

export const inPersonRoute = get('/leads/list-presencial', action, {
  // The pages of this call alone begin at 0.
  query: z.strictObject({ ...filters, ...pageQuery, page: numberFrom(0).default(0) }),
  answer: inPersonSchema,
})
export const inPersonSheetRoute = get('/leads/list-presencial/export', action, {
  query: z.strictObject({ ...filters, ...shownLeadsQuery }),
  answer: sheetAnswer,
})
export const inPersonBinding = bindReport({
  report: inPerson,
  route: inPersonRoute,
  files: [{ table: 'leads', label: 'Exportar', route: inPersonSheetRoute }],
})
