/** Calls of 'Relatório do Indicador': docs/rules.md#report-indicator */
import { indicatorBinding, type indicatorSheetRoute } from '../../../src/contract/reports/indicator.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { INDICATOR_TABLE, indicator } from '../../../src/domain/reports/indicator.ts'
import { readSettings } from '../../queries/settings.ts'
import { type IndicatorFilter, indicatorBatches, readIndicator } from '../queries/indicator.ts'
import { pageOrAll } from '../queries/lead-pages.ts'
import { askedRange } from '../queries/report-scope.ts'
import { answerSheet, batchSheet, ONE_ROW, type SheetSource } from './serve-report.ts'
import { servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Query = Parsed<(typeof indicatorSheetRoute)['query']>

const filterOf = (query: Query, nowMs: number): IndicatorFilter => ({
  range: askedRange(query.date_ini, query.date_end, { period: 'um-mes', nowMs }),
  inviter: query.inviter_id,
})

async function leadsSheet({ context, user, query }: SheetAsked<Query>): Promise<SheetSource> {
  const { reports: db } = context
  const asking = { user, settings: await readSettings(db) }
  const filter = filterOf(query, context.now())
  const answer = await readIndicator(db, asking, filter, ONE_ROW)
  const { table } = answerSheet(indicator, answer, { table: 'leads', range: filter.range })
  return batchSheet(db, indicator, {
    table: INDICATOR_TABLE,
    total: table.total,
    range: filter.range,
    batches: (order) => indicatorBatches(db, asking, filter, order),
  })
}

export const indicatorReport = servedReport(indicatorBinding, {
  answer: async ({ context: { reports: db, now }, user, query }) => {
    const asking = { user, settings: await readSettings(db) }
    return readIndicator(db, asking, filterOf(query, now()), pageOrAll(query))
  },
  sheets: [leadsSheet],
})
