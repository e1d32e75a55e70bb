/** Calls of 'Relatório de Perdas': docs/rules.md#report-lost-sales */
import type { FastifyInstance } from 'fastify'
import { lostSalesRoute, lostSalesSheetRoute } from '../../../src/contract/reports/lost-sales.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { LOSSES_TABLE, lostSales } from '../../../src/domain/reports/lost-sales.ts'
import type { AppContext } from '../../app-context.ts'
import { readAsOf } from '../../queries/reports/as-of.ts'
import { pageOrAll } from '../../queries/reports/lead-pages.ts'
import { type LostSalesFilter, lostLeadBatches, readLostSales } from '../../queries/reports/lost-sales.ts'
import { askedRange, idsOf } from '../../queries/reports/report-scope.ts'
import { serve } from '../serve.ts'
import { batchedTable, sendSheet } from './serve-report.ts'

type Query = Parsed<(typeof lostSalesSheetRoute)['query']>

export function lostSaleRoutes(app: FastifyInstance, context: AppContext): void {
  const { reports: db } = context
  const filterOf = (query: Query): LostSalesFilter => ({
    range: askedRange(query.date_ini, query.date_end, { period: 'um-mes', nowMs: context.now() }),
    partners: idsOf(query, 'partner_id'),
    insurances: idsOf(query, 'insurance_id'),
    brokers: idsOf(query, 'broker_id'),
  })

  serve(app, lostSalesRoute, ({ query, request: { session } }) =>
    readLostSales(db, session.user, filterOf(query), { ...query, ...pageOrAll(query) }),
  )

  serve(app, lostSalesSheetRoute, async ({ query, request: { session }, reply }) => {
    const { user } = session
    const filter = filterOf(query)
    const { title, file, path } = lostSales
    return sendSheet(
      { context, user, reply, path, query },
      {
        title,
        file,
        range: filter.range,
        asOf: await readAsOf(db),
        ...batchedTable(LOSSES_TABLE, lostLeadBatches(db, user, filter)),
      },
    )
  })
}
