/** Calls of 'Leads por Origem': docs/rules.md#report-origin */
import { z } from 'zod'
import { origin, originSchema } from '../../domain/reports/origin.ts'
import { idNumber } from '../decimal.ts'
import { defineRoute } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { day, leadsQuery, sheetAnswer, shownQuery } from './report-query.ts'

const filters = { date_start: day, date_end: day, broker_id: idNumber.optional() }
const tag = 'Relatórios'
const action = 'report.origin'

export const originRoute = defineRoute({
  method: 'GET',
  path: '/leads-origin',
  action,
  tag,
  query: z.strictObject({ ...filters, ...leadsQuery }),
  answer: originSchema,
})
export const originSheetRoute = defineRoute({
  method: 'GET',
  path: '/leads-origin/export',
  action,
  tag,
  query: z.strictObject({ ...filters, ...shownQuery }),
  answer: sheetAnswer,
})
export const originBinding = bindReport({
  report: origin,
  route: originRoute,
  files: [{ table: 'resumo', label: 'Exportar', route: originSheetRoute }],
})
