/** Calls of 'Relatório de Ligações': docs/rules.md#report-calls */
import { z } from 'zod'
import { numberFrom, wholeNumber } from '../decimal.ts'
import { defineRoute } from '../route.ts'
import { day, MOST_ROWS, manyIds, pageQuery, sheetAnswer, shownLeadsQuery } from './report-query.ts'

/** With it GET /leads/list-broker is this report; without it, the board's list. */
const isCallReport = z.literal(['1', 'true'])

const filters = {
  date_ini: day,
  date_end: day,
  /** Of the lead. */
  status: wholeNumber.optional(),
  ...manyIds('partner_id'),
  ...manyIds('broker_id'),
  ...manyIds('technical_teams'),
  /** Part of the client's name. */
  client_name: z.string().trim().max(120).optional(),
}
const tag = 'Relatórios'

export const callsQuerySchema = z.strictObject({
  isCallReport,
  ...filters,
  ...pageQuery,
  /** 'all': as many as one answer holds. */
  per_page: z.union([z.literal('all').transform(() => MOST_ROWS), numberFrom(1, MOST_ROWS)]).default(10),
})

export const callsSheetRoute = defineRoute({
  method: 'GET',
  path: '/leads/callsManagerReportExport',
  action: 'report.calls',
  tag,
  query: z.strictObject({ isCallReport: isCallReport.optional(), ...filters, ...shownLeadsQuery }),
  answer: sheetAnswer,
})
