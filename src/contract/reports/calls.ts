/** Calls of 'Relatório de Ligações': docs/rules.md#report-calls */
import { z } from 'zod'
import { calls, callsSchema } from '../../domain/reports/calls.ts'
import { listBrokerRoute } from '../board.ts'
import { defineRoute, routesOf } from '../route.ts'
import { callFilters, callsQuerySchema, isCallReport } from './calls-query.ts'
import { bindReport } from './report-binding.ts'
import { sheetAnswer, shownLeadsQuery } from './report-query.ts'

const { get } = routesOf('Relatórios')

/** The form of the board's call that answers this report. */
const callsRoute = defineRoute({ ...listBrokerRoute, query: callsQuerySchema, answer: callsSchema })

export const callsSheetRoute = get('/leads/callsManagerReportExport', 'report.calls', {
  query: z.strictObject({ isCallReport: isCallReport.optional(), ...callFilters, ...shownLeadsQuery }),
  answer: sheetAnswer,
})

export const callsBinding = bindReport({
  report: calls,
  route: callsRoute,
  files: [{ table: 'leads', label: 'Exportar leads', route: callsSheetRoute }],
})
