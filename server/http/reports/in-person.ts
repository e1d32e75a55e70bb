/** Calls of 'Diagnóstico Presencial': docs/rules.md#report-in-person */
import type { FastifyInstance } from 'fastify'
import { inPersonRoute, inPersonSheetRoute } from '../../../src/contract/reports/in-person.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { IN_PERSON_LEADS, inPerson } from '../../../src/domain/reports/in-person.ts'
import type { AppContext } from '../../app-context.ts'
import { type InPersonFilter, inPersonBatches, readInPerson } from '../../queries/reports/in-person.ts'
import { askedRange, idsOf } from '../../queries/reports/report-scope.ts'
import { serve } from '../serve.ts'
import { batchSheet, ONE_ROW, type SheetSource } from './serve-report.ts'
import { reportSheets, type SheetAsked, serveSheet } from './sheets-of-report.ts'

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

export const inPersonSheets = reportSheets(inPerson, inPersonSheetRoute, [leadsSheet])

export const answerInPerson = ({
  context,
  user,
  query,
}: SheetAsked<Parsed<(typeof inPersonRoute)['query']>>) =>
  readInPerson(context.reports, user, filterOf(query, context.now()), { ...query, page: query.page + 1 })

export function inPersonRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, inPersonRoute, ({ query, request: { session } }) =>
    answerInPerson({ context, user: session.user, query }),
  )

  serveSheet(app, context, { route: inPersonSheetRoute, path: inPerson.path }, leadsSheet)
}
