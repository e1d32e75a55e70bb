/** Calls of 'Relatório do Indicador': docs/rules.md#report-indicator */
import type { FastifyInstance } from 'fastify'
import { indicatorRoute, indicatorSheetRoute } from '../../../src/contract/reports/indicator.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { INDICATOR_TABLE, indicator } from '../../../src/domain/reports/indicator.ts'
import type { AppContext } from '../../app-context.ts'
import { type IndicatorFilter, indicatorBatches, readIndicator } from '../../queries/reports/indicator.ts'
import { pageOrAll } from '../../queries/reports/lead-pages.ts'
import { askedRange } from '../../queries/reports/report-scope.ts'
import { readSettings } from '../../queries/settings.ts'
import { serve } from '../serve.ts'
import { linesOf, ONE_ROW, sendSheet, wholeTable } from './serve-report.ts'

type Query = Parsed<(typeof indicatorSheetRoute)['query']>

export function indicatorRoutes(app: FastifyInstance, context: AppContext): void {
  const { reports: db } = context
  const filterOf = (query: Query): IndicatorFilter => ({
    range: askedRange(query.date_ini, query.date_end, { period: 'um-mes', nowMs: context.now() }),
    inviter: query.inviter_id,
  })

  serve(app, indicatorRoute, async ({ query, request: { session } }) => {
    const asking = { user: session.user, settings: await readSettings(db) }
    return readIndicator(db, asking, filterOf(query), pageOrAll(query))
  })

  serve(app, indicatorSheetRoute, async ({ query, request: { session }, reply }) => {
    const { user } = session
    const asking = { user, settings: await readSettings(db) }
    const filter = filterOf(query)
    const { title, file, path, content } = indicator
    const { asOf, tables } = content(await readIndicator(db, asking, filter, ONE_ROW))
    const { table } = wholeTable(tables, 'leads')
    const lines = linesOf(INDICATOR_TABLE, indicatorBatches(db, asking, filter))
    return sendSheet(
      { context, user, reply, path, query },
      { title, file, range: filter.range, asOf, table, lines },
    )
  })
}
