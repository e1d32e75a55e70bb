/** Calls of 'Leads Duplicados': docs/rules.md#report-lead-duplicates */
import {
  leadDuplicatesBinding,
  type leadDuplicatesRoute,
  releaseDuplicateRoute,
} from '../../../src/contract/reports/lead-duplicates.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { LEAD_DUPLICATES_TABLE, leadDuplicates } from '../../../src/domain/reports/lead-duplicates.ts'
import { serve } from '../../wire/serve.ts'
import {
  type LeadDuplicatesFilter,
  leadDuplicateBatches,
  readLeadDuplicates,
  releaseDuplicate,
} from '../queries/lead-duplicates.ts'
import { askedRange } from '../queries/report-scope.ts'
import { batchSheet, type SheetSource } from './serve-report.ts'
import { servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Query = Parsed<(typeof leadDuplicatesRoute)['query']>

const filterOf = (query: Query, nowMs: number): LeadDuplicatesFilter => ({
  range: askedRange(query.date_start, query.date_end, { period: 'um-mes', nowMs }),
  partner: query.partner_id,
  client: query.client_name,
  proposal: query.proposal_id,
})

async function attemptsSheet({ context, user, query }: SheetAsked<Query>): Promise<SheetSource> {
  const { reports: db } = context
  const filter = filterOf(query, context.now())
  return batchSheet(db, leadDuplicates, {
    table: LEAD_DUPLICATES_TABLE,
    range: filter.range,
    batches: (order) => leadDuplicateBatches(db, user, filter, order),
  })
}

export const leadDuplicatesReport = servedReport(leadDuplicatesBinding, {
  answer: ({ context, user, query }) =>
    readLeadDuplicates(context.reports, user, filterOf(query, context.now()), query),
  sheets: [],
  mailed: [attemptsSheet],
  also: (app, context) => {
    serve(app, releaseDuplicateRoute, async ({ params: { id }, request: { session } }) => {
      const at = new Date(context.now()).toISOString()
      const message = await context.store.db
        .transaction()
        .execute((tx) => releaseDuplicate(tx, session.user, { id, at }))
      return { message }
    })
  },
})
