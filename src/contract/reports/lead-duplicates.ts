/** Calls of 'Leads Duplicados': docs/rules.md#report-lead-duplicates */
import { z } from 'zod'
import { leadDuplicates, leadDuplicatesSchema } from '../../domain/reports/lead-duplicates.ts'
import { idNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { day, pageQuery, partOfText } from './report-query.ts'

const { get, put } = routesOf('Relatórios')
const { page, per_page, order } = pageQuery

export const leadDuplicatesRoute = get('/lead-duplicates', 'report.leadDuplicates', {
  query: z.strictObject({
    partner_id: idNumber.optional(),
    /** Part of the client's name. */
    client_name: partOfText,
    /** Part of the proposal's number. */
    proposal_id: partOfText,
    date_start: day,
    date_end: day,
    page,
    per_page,
    order,
  }),
  answer: leadDuplicatesSchema,
})

/** Lets one more lead have the proposal. 422: it is released already. */
export const releaseDuplicateRoute = put('/lead-duplicates/release/:id', 'report.releaseDuplicate', {
  params: z.object({ id: idNumber.meta({ title: 'Número da tentativa' }) }),
  answer: z.object({ message: z.string() }),
})
export const leadDuplicatesBinding = bindReport({
  report: leadDuplicates,
  route: leadDuplicatesRoute,
  files: [],
})
