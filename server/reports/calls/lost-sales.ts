/** Calls of 'Relatório de Perdas': docs/rules.md#report-lost-sales */
import { lostSalesBinding, type lostSalesSheetRoute } from '../../../src/contract/reports/lost-sales.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { LOSSES_TABLE, lostSales } from '../../../src/domain/reports/lost-sales.ts'
import { pageOrAll } from '../queries/lead-pages.ts'
import { type LostSalesFilter, lostLeadBatches, readLostSales } from '../queries/lost-sales.ts'
import { askedRange, idsOf } from '../queries/report-scope.ts'
import { batchSheet, ONE_ROW, type SheetSource } from './serve-report.ts'
import { servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Query = Parsed<(typeof lostSalesSheetRoute)['query']>

const filterOf = (query: Query, nowMs: number): LostSalesFilter => ({
  range: askedRange(query.date_ini, query.date_end, { period: 'um-mes', nowMs }),
  partners: idsOf(query, 'partner_id'),
  insurances: idsOf(query, 'insurance_id'),
  brokers: idsOf(query, 'broker_id'),
})

async function lossesSheet({ context, user, query }: SheetAsked<Query>): Promise<SheetSource> {
  const { reports: db } = context
  const filter = filterOf(query, context.now())
  const { figure, row } = query
  return batchSheet(db, lostSales, {
    table: LOSSES_TABLE,
    range: filter.range,
    batches: (order) => lostLeadBatches(db, user, filter, { figure, row, order }),
    answer: () => readLostSales(db, user, filter, ONE_ROW),
  })
}

export const lostSalesReport = servedReport(lostSalesBinding, {
  answer: ({ context, user, query }) =>
    readLostSales(context.reports, user, filterOf(query, context.now()), { ...query, ...pageOrAll(query) }),
  sheets: [lossesSheet],
})
