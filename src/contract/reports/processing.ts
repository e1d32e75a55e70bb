/** Calls of 'Relatório de Processamentos': docs/rules.md#report-processing */
import { z } from 'zod'
import { processing, processingSchema } from '../../domain/reports/processing.ts'
import { idNumber, wholeNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { pageQuery, sheetAnswer, shownQuery } from './report-query.ts'

const { get } = routesOf('Relatórios')
const action = 'report.processing'
const { page, per_page, order } = pageQuery

const filters = {
  /** YYYYMM, or a whole year; by default this month. */
  reference_month: z
    .string()
    .regex(/^\d{4}(0[1-9]|1[0-2])?$/, 'Use AAAAMM, ou AAAA para o ano todo')
    .optional(),
  broker_id: idNumber.optional(),
  channel_id: idNumber.optional(),
  status: wholeNumber.optional(),
  /** Part of the client's name, or of its document. */
  client: z.string().trim().max(120).optional(),
}

export const processingRoute = get('/lead-temps', action, {
  query: z.strictObject({ ...filters, page, per_page, order }),
  answer: processingSchema,
})
export const processingSheetRoute = get('/lead-temps/leadTempsExport', action, {
  query: z.strictObject({ ...filters, ...shownQuery }),
  answer: sheetAnswer,
})
export const processingBinding = bindReport({
  report: processing,
  route: processingRoute,
  files: [{ table: 'processamentos', label: 'Exportar', route: processingSheetRoute }],
})
