/** Calls of 'Relatório de Renovações': docs/rules.md#report-renewals */
import { type renewalSummarySheetRoute, renewalsBinding } from '../../../src/contract/reports/renewals.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { RENEWALS_TABLE, renewals } from '../../../src/domain/reports/renewals.ts'
import type { AskedFigure } from '../queries/figure-leads.ts'
import { type RenewalsFilter, readRenewals, renewalBatches } from '../queries/renewals.ts'
import { askedRange, idsOf } from '../queries/report-scope.ts'
import { answerSheet, batchSheet, ONE_ROW, type SheetSource } from './serve-report.ts'
import { servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Query = Parsed<(typeof renewalSummarySheetRoute)['query']>

const filterOf = (query: Query, nowMs: number): RenewalsFilter => ({
  range: askedRange(query.date_ini, query.date_end, { period: 'um-mes', nowMs }),
  brokers: idsOf(query, 'broker_id'),
  channels: idsOf(query, 'channel_id'),
  client: query.client_name,
})

async function summarySheet({ context, user, query }: SheetAsked<Query>): Promise<SheetSource> {
  const filter = filterOf(query, context.now())
  const answer = await readRenewals(context.reports, user, filter, ONE_ROW)
  return answerSheet(renewals, answer, { table: 'resumo', range: filter.range })
}

async function leadsSheet({ context, user, query }: SheetAsked<Query & AskedFigure>): Promise<SheetSource> {
  const { reports: db } = context
  const filter = filterOf(query, context.now())
  const { figure, row } = query
  return batchSheet(db, renewals, {
    table: RENEWALS_TABLE,
    range: filter.range,
    batches: (order) => renewalBatches(db, user, filter, { figure, row, order }),
    answer: () => readRenewals(db, user, filter, ONE_ROW),
  })
}

export const renewalsReport = servedReport(renewalsBinding, {
  answer: ({ context, user, query }) =>
    readRenewals(context.reports, user, filterOf(query, context.now()), query),
  sheets: [summarySheet, leadsSheet],
})
