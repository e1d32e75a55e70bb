/** Calls of 'Relatório de Indicações': docs/rules.md#report-dealership-indications */
import {
  dealershipIndicationsBinding,
  type inviterSummarySheetRoute,
  referralReportRoute,
} from '../../../src/contract/reports/dealership-indications.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { dealershipIndications } from '../../../src/domain/reports/dealership-indications.ts'
import { LEADS_SHEET, LEADS_TABLE } from '../../../src/domain/reports/lead-rows.ts'
import { serve } from '../../wire/serve.ts'
import {
  type DealershipIndicationsFilter,
  inviterFigureLeads,
  readDealershipIndications,
  readReferrals,
} from '../queries/dealership-indications.ts'
import type { AskedFigure } from '../queries/figure-leads.ts'
import { leadBatches } from '../queries/lead-details.ts'
import { pageOrAll } from '../queries/lead-pages.ts'
import { askedRange, idsOf } from '../queries/report-scope.ts'
import { answerSheet, batchSheet, ONE_ROW, type SheetSource } from './serve-report.ts'
import { servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Query = Parsed<(typeof inviterSummarySheetRoute)['query']>
type LeadsQuery = Query & AskedFigure

const rangeOf = (query: Pick<Query, 'date_ini' | 'date_end'>, nowMs: number) =>
  askedRange(query.date_ini, query.date_end, { period: 'um-mes', nowMs })

const filterOf = (query: Query, nowMs: number): DealershipIndicationsFilter => ({
  range: rangeOf(query, nowMs),
  partners: idsOf(query, 'partner_id'),
  insurances: idsOf(query, 'insurance_id'),
  inviter: query.inviter_id,
  client: query.client_id,
})

async function summarySheet({ context, user, query }: SheetAsked<Query>): Promise<SheetSource> {
  const filter = filterOf(query, context.now())
  const answer = await readDealershipIndications(context.reports, user, filter, ONE_ROW)
  return answerSheet(dealershipIndications, answer, { table: 'resumo', range: filter.range })
}

async function leadsSheet({ context, user, query }: SheetAsked<LeadsQuery>): Promise<SheetSource> {
  const { reports: db } = context
  const filter = filterOf(query, context.now())
  const leads = await inviterFigureLeads(db, user, filter, query)
  return batchSheet(db, dealershipIndications, {
    table: LEADS_TABLE,
    sheet: LEADS_SHEET,
    range: filter.range,
    batches: (order) => leadBatches(db, user, leads, order),
    answer: () => readDealershipIndications(db, user, filter, ONE_ROW),
  })
}

export const dealershipIndicationsReport = servedReport(dealershipIndicationsBinding, {
  answer: ({ context, user, query }) =>
    readDealershipIndications(context.reports, user, filterOf(query, context.now()), query),
  sheets: [summarySheet, leadsSheet],
  also: (app, { reports: db, now }) => {
    serve(app, referralReportRoute, ({ query, request: { session } }) =>
      readReferrals(db, session.user, rangeOf(query, now()), pageOrAll(query)),
    )
  },
})
