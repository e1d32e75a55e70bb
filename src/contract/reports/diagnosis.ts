/** Calls of 'Diagnóstico': docs/rules.md#report-diagnosis */
import { z } from 'zod'
import { diagnosisSchema } from '../../domain/reports/diagnosis.ts'
import { DIAGNOSES } from '../../domain/reports/diagnosis-report.ts'
import { idNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { bookQuery, day, leadsQuery, sheetAnswer } from './report-query.ts'

const filters = {
  start_date: day,
  end_date: day,
  broker_id: idNumber.optional(),
  technicalTeam: idNumber.optional(),
}
const sheetQuery = z.strictObject({ ...filters, ...bookQuery })
const { get } = routesOf('Relatórios')
const action = 'report.diagnosis'

export const diagnosisRoute = get('/diagnosis', action, {
  query: z.strictObject({
    ...filters,
    ...leadsQuery,
    /** Of the leads. */
    tab: z.enum(['renewal', 'new']).default('renewal'),
  }),
  answer: diagnosisSchema,
})
export const renewalDiagnosisSheetRoute = get('/diagnosisRenew/diagnosisRenewReportExport', action, {
  query: sheetQuery,
  answer: sheetAnswer,
})
export const newDiagnosisSheetRoute = get('/diagnosis/diagnosisReportExport', action, {
  query: sheetQuery,
  answer: sheetAnswer,
})

/** Of the first tab. */
export const renewalDiagnosisBinding = bindReport({
  report: DIAGNOSES.renewal,
  route: diagnosisRoute,
  files: [{ table: 'metas', isBook: true, label: 'Exportar', route: renewalDiagnosisSheetRoute }],
})
/** Of the second tab. */
export const newDiagnosisBinding = bindReport({
  report: DIAGNOSES.new,
  route: diagnosisRoute,
  files: [{ table: 'metas', isBook: true, label: 'Exportar', route: newDiagnosisSheetRoute }],
})
