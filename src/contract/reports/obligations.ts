/** Calls of the report of limits of the law and of the register of proposals: docs/rules.md#obligations */
import { z } from 'zod'
import { PDF_TYPE } from '../../domain/lead/lead-file.ts'
import { bookMonthSchema } from '../../domain/proposal-book/book.ts'
import { obligationsReport, obligationsReportSchema } from '../../domain/reports/obligations.ts'
import { sentProposals, sentProposalsSchema } from '../../domain/reports/sent-proposals.ts'
import { idNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { day, sheetAnswer, shownQuery } from './report-query.ts'

const { get } = routesOf('Relatórios')
const dates = { date_start: day, date_end: day }
const filters = { ...dates, broker_id: idNumber.optional() }

export const obligationsRoute = get('/obligations', 'report.obligations', {
  query: z.strictObject(filters),
  answer: obligationsReportSchema,
})
export const obligationsSheetRoute = get('/obligations/export', 'report.obligations', {
  query: z.strictObject({ ...filters, ...shownQuery }),
  answer: sheetAnswer,
})
export const obligationsBinding = bindReport({
  report: obligationsReport,
  route: obligationsRoute,
  files: [{ table: 'prazos', label: 'Exportar', route: obligationsSheetRoute }],
})

export const sentProposalsRoute = get('/sent-proposals', 'report.sentProposals', {
  query: z.strictObject(dates),
  answer: sentProposalsSchema,
})
export const sentProposalsSheetRoute = get('/sent-proposals/export', 'report.sentProposals', {
  query: z.strictObject({ ...dates, ...shownQuery }),
  answer: sheetAnswer,
})
/** As a signed file for people, with the signed JSON attached inside. Recorded in the audit, like every export. */
export const proposalBookRoute = get('/sent-proposals/book/pdf', 'report.sentProposals', {
  /** YYYY-MM. Left out: the last month that is over. */
  query: z.strictObject({ month: bookMonthSchema.optional() }),
  answer: { file: PDF_TYPE },
})
export const sentProposalsBinding = bindReport({
  report: sentProposals,
  route: sentProposalsRoute,
  files: [{ table: 'propostas', label: 'Exportar', route: sentProposalsSheetRoute }],
})
