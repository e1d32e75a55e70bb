/** Calls of 'Diagnóstico Presencial': docs/rules.md#report-in-person */
import type { FastifyInstance } from 'fastify'
import { inPersonRoute, inPersonSheetRoute } from '../../../src/contract/reports/in-person.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { IN_PERSON_LEADS, inPerson } from '../../../src/domain/reports/in-person.ts'
import type { AppContext } from '../../app-context.ts'
import { readAsOf } from '../../queries/reports/as-of.ts'
import { type InPersonFilter, inPersonBatches, readInPerson } from '../../queries/reports/in-person.ts'
import { askedRange, idsOf } from '../../queries/reports/report-scope.ts'
import { serve } from '../serve.ts'
import { batchedTable, sendSheet } from './serve-report.ts'

type Query = Parsed<(typeof inPersonSheetRoute)['query']>

export function inPersonRoutes(app: FastifyInstance, context: AppContext): void {
  const { reports: db } = context
  const filterOf = (query: Query): InPersonFilter => ({
    range: askedRange(query.date_start, query.date_end, { period: 'um-mes', nowMs: context.now() }),
    partners: idsOf(query, 'partners'),
    brokers: idsOf(query, 'brokers'),
    client: query.client,
  })

  serve(app, inPersonRoute, ({ query, request: { session } }) =>
    readInPerson(db, session.user, filterOf(query), { ...query, page: query.page + 1 }),
  )

  serve(app, inPersonSheetRoute, async ({ query, request: { session }, reply }) => {
    const { user } = session
    const filter = filterOf(query)
    const { title, file, path } = inPerson
    return sendSheet(
      { context, user, reply, path, query },
      {
        title,
        file,
        range: filter.range,
        asOf: await readAsOf(db),
        ...batchedTable(IN_PERSON_LEADS, inPersonBatches(db, user, filter)),
      },
    )
  })
}
