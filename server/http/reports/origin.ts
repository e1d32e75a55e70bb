/** Calls of 'Leads por Origem': docs/rules.md#report-origin */
import type { FastifyInstance } from 'fastify'
import { originRoute, originSheetRoute } from '../../../src/contract/reports/origin.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { origin } from '../../../src/domain/reports/origin.ts'
import type { AppContext } from '../../app-context.ts'
import { type OriginFilter, readOrigin } from '../../queries/reports/origin.ts'
import { askedRange } from '../../queries/reports/report-scope.ts'
import { serve } from '../serve.ts'
import { sendSheet, wholeTable } from './serve-report.ts'

type Query = Parsed<(typeof originRoute)['query']>

export function originRoutes(app: FastifyInstance, context: AppContext): void {
  const { reports: db } = context
  const filterOf = (query: Query): OriginFilter => ({
    range: askedRange(query.date_start, query.date_end, { period: 'mes-atual', nowMs: context.now() }),
    broker: query.broker_id,
  })

  serve(app, originRoute, ({ query, request: { session } }) => readOrigin(db, session.user, filterOf(query)))

  serve(app, originSheetRoute, async ({ query, request: { session }, reply }) => {
    const { user } = session
    const filter = filterOf(query)
    const { title, file, path, content } = origin
    const { asOf, tables } = content(await readOrigin(db, user, filter))
    return sendSheet(
      { context, user, reply, path, query },
      { title, file, range: filter.range, asOf, ...wholeTable(tables, 'resumo') },
    )
  })
}
