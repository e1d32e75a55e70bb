/** Calls of 'Relatório de Processamentos': docs/rules.md#report-processing */
import { z } from 'zod'
import { processing, processingSchema } from '../../domain/reports/processing.ts'
import { idNumber, wholeNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { monthText, pageQuery, partOfText, sheetAnswer, shownQuery } from './report-query.ts'

const { get } = routesOf('Relatórios')
const action = 'report.processing'
const { page, per_page, order } = pageQuery

const filters = {
  /** By default this month. */
  reference_month: monthText,
  broker_id: idNumber.optional(),
  channel_id: idNumber.optional(),
  status: wholeNumber.optional(),
  /** Part of the client's name, or of its document. */
  client: partOfText,
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
