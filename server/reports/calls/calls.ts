/** Calls of 'Relatório de Ligações': docs/rules.md#report-calls */
import type { z } from 'zod'
import { callsBinding, type callsSheetRoute } from '../../../src/contract/reports/calls.ts'
import type { callsQuerySchema } from '../../../src/contract/reports/calls-query.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { CALLED_LEADS, type Calls, calls } from '../../../src/domain/reports/calls.ts'
import { readSettings } from '../../queries/settings.ts'
import { type CallsFilter, calledLeadBatches, readCalls } from '../queries/calls.ts'
import { askedRange, idsOf } from '../queries/report-scope.ts'
import { batchSheet, ONE_ROW, type SheetSource } from './serve-report.ts'
import { servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Query = Parsed<(typeof callsSheetRoute)['query']>
type Filters = Omit<Query, 'columns'>

const filterOf = (query: Filters, nowMs: number): CallsFilter => ({
  range: askedRange(query.date_ini, query.date_end, { period: 'um-mes', nowMs }),
  partners: idsOf(query, 'partner_id'),
  brokers: idsOf(query, 'broker_id'),
  teams: idsOf(query, 'technical_teams'),
  status: query.status,
  callStatus: query.call_status,
  client: query.client_name,
})

/** Answers GET /leads/list-broker with `isCallReport`: server/http/board.ts. */
export async function answerCalls({
  context: { reports: db, now },
  user,
  query,
}: SheetAsked<z.output<typeof callsQuerySchema>>): Promise<Calls> {
  const settings = await readSettings(db)
  return readCalls(db, user, { filter: filterOf(query, now()), settings, asked: query })
}

async function leadsSheet({ context, user, query }: SheetAsked<Query>): Promise<SheetSource> {
  const { reports: db } = context
  const filter = filterOf(query, context.now())
  const settings = await readSettings(db)
  const { figure, row } = query
  return batchSheet(db, calls, {
    table: CALLED_LEADS,
    range: filter.range,
    batches: (order) => calledLeadBatches(db, user, { filter, settings, asked: { figure, row, order } }),
    answer: () => readCalls(db, user, { filter, settings, asked: ONE_ROW }),
  })
}

export const callsReport = servedReport(callsBinding, {
  answer: answerCalls,
  isAnsweredElsewhere: true,
  sheets: [leadsSheet],
})
