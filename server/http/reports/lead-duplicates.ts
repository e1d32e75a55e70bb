/** Calls of 'Leads Duplicados': docs/rules.md#report-lead-duplicates */
import type { FastifyInstance } from 'fastify'
import { leadDuplicatesRoute, releaseDuplicateRoute } from '../../../src/contract/reports/lead-duplicates.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import type { AppContext } from '../../app-context.ts'
import { readLeadDuplicates, releaseDuplicate } from '../../queries/reports/lead-duplicates.ts'
import { askedRange } from '../../queries/reports/report-scope.ts'
import { serve } from '../serve.ts'
import type { SheetAsked } from './sheets-of-report.ts'

export const answerLeadDuplicates = ({
  context,
  user,
  query,
}: SheetAsked<Parsed<(typeof leadDuplicatesRoute)['query']>>) =>
  readLeadDuplicates(
    context.reports,
    user,
    {
      range: askedRange(query.date_start, query.date_end, { period: 'um-mes', nowMs: context.now() }),
      partner: query.partner_id,
      client: query.client_name,
      proposal: query.proposal_id,
    },
    query,
  )

export function leadDuplicateRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, leadDuplicatesRoute, ({ query, request: { session } }) =>
    answerLeadDuplicates({ context, user: session.user, query }),
  )

  serve(app, releaseDuplicateRoute, async ({ params: { id }, request: { session } }) => {
    const at = new Date(context.now()).toISOString()
    const message = await context.store.db
      .transaction()
      .execute((tx) => releaseDuplicate(tx, session.user, { id, at }))
    return { message }
  })
}
