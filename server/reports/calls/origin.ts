/** Calls of 'Leads por Origem': docs/rules.md#report-origin */
import { originBinding, type originSheetRoute } from '../../../src/contract/reports/origin.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { origin } from '../../../src/domain/reports/origin.ts'
import { type OriginFilter, readOrigin } from '../queries/origin.ts'
import { askedRange } from '../queries/report-scope.ts'
import { answerSheet, NO_LEADS, type SheetSource } from './serve-report.ts'
import { servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Query = Parsed<(typeof originSheetRoute)['query']>

const filterOf = (query: Query, nowMs: number): OriginFilter => ({
  range: askedRange(query.date_start, query.date_end, { period: 'mes-atual', nowMs }),
  broker: query.broker_id,
})

async function summarySheet({ context, user, query }: SheetAsked<Query>): Promise<SheetSource> {
  const filter = filterOf(query, context.now())
  const answer = await readOrigin(context.reports, user, filter, NO_LEADS)
  return answerSheet(origin, answer, { table: 'resumo', range: filter.range })
}

export const originReport = servedReport(originBinding, {
  answer: ({ context, user, query }) =>
    readOrigin(context.reports, user, filterOf(query, context.now()), query),
  sheets: [summarySheet],
})
