/** Calls of 'Diagnóstico Presencial': docs/rules.md#report-in-person */
import { inPersonBinding, type inPersonSheetRoute } from '../../../src/contract/reports/in-person.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { IN_PERSON_LEADS, inPerson } from '../../../src/domain/reports/in-person.ts'
import { type InPersonFilter, inPersonBatches, readInPerson } from '../queries/in-person.ts'
import { askedRange, idsOf } from '../queries/report-scope.ts'
import { batchSheet, ONE_ROW, type SheetSource } from './serve-report.ts'
import { servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Query = Parsed<(typeof inPersonSheetRoute)['query']>

const filterOf = (query: Query, nowMs: number): InPersonFilter => ({
  range: askedRange(query.date_start, query.date_end, { period: 'um-mes', nowMs }),
  partners: idsOf(query, 'partners'),
  brokers: idsOf(query, 'brokers'),
  client: query.client,
})

async function leadsSheet({ context, user, query }: SheetAsked<Query>): Promise<SheetSource> {
  const { reports: db } = context
  const filter = filterOf(query, context.now())
  const { figure, row } = query
  return batchSheet(db, inPerson, {
    table: IN_PERSON_LEADS,
    range: filter.range,
    batches: (order) => inPersonBatches(db, user, filter, { figure, row, order }),
    answer: () => readInPerson(db, user, filter, ONE_ROW),
  })
}

export const inPersonReport = servedReport(inPersonBinding, {
  answer: ({ context, user, query }) =>
    readInPerson(context.reports, user, filterOf(query, context.now()), { ...query, page: query.page + 1 }),
  sheets: [leadsSheet],
})
