/** Calls of 'Relatório de Indicações da Corretora': docs/rules.md#report-broker-indications */
import {
  brokerIndicationsBinding,
  type brokerSummarySheetRoute,
} from '../../../src/contract/reports/broker-indications.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { brokerIndications } from '../../../src/domain/reports/broker-indications.ts'
import { LEADS_SHEET, LEADS_TABLE } from '../../../src/domain/reports/lead-rows.ts'
import { readSettings } from '../../queries/settings.ts'
import {
  type BrokerIndicationsFilter,
  brokerFigureLeads,
  readBrokerIndications,
} from '../queries/broker-indications.ts'
import type { AskedFigure } from '../queries/figure-leads.ts'
import { leadBatches } from '../queries/lead-details.ts'
import { askedRange, idsOf } from '../queries/report-scope.ts'
import { answerSheet, batchSheet, ONE_ROW, type SheetSource } from './serve-report.ts'
import { servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Query = Parsed<(typeof brokerSummarySheetRoute)['query']>
type LeadsQuery = Query & AskedFigure

const filterOf = (query: Query, nowMs: number): BrokerIndicationsFilter => ({
  range: askedRange(query.date_ini, query.date_end, { period: 'um-mes', nowMs }),
  partners: idsOf(query, 'partners'),
  insurances: idsOf(query, 'insurance_id'),
  broker: query.broker,
})

async function summarySheet({ context, user, query }: SheetAsked<Query>): Promise<SheetSource> {
  const { reports: db } = context
  const filter = filterOf(query, context.now())
  const settings = await readSettings(db)
  const answer = await readBrokerIndications(db, user, filter, { settings, asked: ONE_ROW })
  return answerSheet(brokerIndications, answer, { table: 'resumo', range: filter.range })
}

async function leadsSheet({ context, user, query }: SheetAsked<LeadsQuery>): Promise<SheetSource> {
  const { reports: db } = context
  const filter = filterOf(query, context.now())
  const leads = brokerFigureLeads(user, filter, query)
  return batchSheet(db, brokerIndications, {
    table: LEADS_TABLE,
    sheet: LEADS_SHEET,
    range: filter.range,
    batches: (order) => leadBatches(db, user, leads, order),
    answer: async () =>
      readBrokerIndications(db, user, filter, { settings: await readSettings(db), asked: ONE_ROW }),
  })
}

export const brokerIndicationsReport = servedReport(brokerIndicationsBinding, {
  answer: async ({ context: { reports: db, now }, user, query }) => {
    const settings = await readSettings(db)
    return readBrokerIndications(db, user, filterOf(query, now()), { settings, asked: query })
  },
  sheets: [summarySheet, leadsSheet],
})
