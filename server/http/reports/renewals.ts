/** Calls of 'Relatório de Renovações': docs/rules.md#report-renewals */
import type { FastifyInstance } from 'fastify'
import {
  renewalLeadsSheetRoute,
  renewalSummarySheetRoute,
  renewalsRoute,
} from '../../../src/contract/reports/renewals.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { RENEWALS_TABLE, renewals } from '../../../src/domain/reports/renewals.ts'
import type { AppContext } from '../../app-context.ts'
import { readAsOf } from '../../queries/reports/as-of.ts'
import { renewalBatches } from '../../queries/reports/renewal-leads.ts'
import { type RenewalsFilter, readRenewals, renewalSheetCondition } from '../../queries/reports/renewals.ts'
import { askedRange, idsOf } from '../../queries/reports/report-scope.ts'
import { serve } from '../serve.ts'
import { batchedTable, ONE_ROW, sendSheet, wholeTable } from './serve-report.ts'

type Query = Parsed<(typeof renewalSummarySheetRoute)['query']>

export function renewalReportRoutes(app: FastifyInstance, context: AppContext): void {
  const { reports: db } = context
  const filterOf = (query: Query): RenewalsFilter => ({
    range: askedRange(query.date_ini, query.date_end, { period: 'um-mes', nowMs: context.now() }),
    brokers: idsOf(query, 'broker_id'),
    channels: idsOf(query, 'channel_id'),
    client: query.client_name,
  })
  const { title, file, path, content } = renewals

  serve(app, renewalsRoute, async ({ query, request: { session } }) =>
    readRenewals(db, session.user, filterOf(query), query),
  )

  serve(app, renewalSummarySheetRoute, async ({ query, request: { session }, reply }) => {
    const filter = filterOf(query)
    const { asOf, tables } = content(await readRenewals(db, session.user, filter, ONE_ROW))
    return sendSheet(
      { context, user: session.user, reply, path, query },
      { title, file, range: filter.range, asOf, ...wholeTable(tables, 'resumo') },
    )
  })

  serve(app, renewalLeadsSheetRoute, async ({ query, request: { session }, reply }) => {
    const filter = filterOf(query)
    const leads = renewalSheetCondition(session.user, filter)
    return sendSheet(
      { context, user: session.user, reply, path, query },
      {
        title,
        file,
        range: filter.range,
        asOf: await readAsOf(db),
        ...batchedTable(RENEWALS_TABLE, renewalBatches(db, session.user, leads)),
      },
    )
  })
}
