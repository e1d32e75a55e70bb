/** Calls of 'Relatório de Processamentos': docs/rules.md#report-processing */
import type { FastifyInstance } from 'fastify'
import { processingRoute, processingSheetRoute } from '../../../src/contract/reports/processing.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { monthWords, PROCESSING_TABLE, processing } from '../../../src/domain/reports/processing.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import type { AppContext } from '../../app-context.ts'
import { readAsOf } from '../../queries/reports/as-of.ts'
import { type ProcessingFilter, processingBatches, readProcessing } from '../../queries/reports/processing.ts'
import { serve } from '../serve.ts'
import { batchedTable, sendSheet } from './serve-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Query = Parsed<(typeof processingSheetRoute)['query']>

const filterOf = (query: Query, nowMs: number): ProcessingFilter => ({
  month: query.reference_month ?? saoPauloDay(nowMs).slice(0, 7).replace('-', ''),
  broker: query.broker_id,
  channel: query.channel_id,
  status: query.status,
  client: query.client,
})

export const answerProcessing = ({ context, query }: SheetAsked<Parsed<(typeof processingRoute)['query']>>) =>
  readProcessing(context.reports, filterOf(query, context.now()), query)

export function processingRoutes(app: FastifyInstance, context: AppContext): void {
  const { reports: db } = context

  serve(app, processingRoute, ({ query, request: { session } }) =>
    answerProcessing({ context, user: session.user, query }),
  )

  serve(app, processingSheetRoute, async ({ query, request: { session }, reply }) => {
    const filter = filterOf(query, context.now())
    const { title, file, path } = processing
    return sendSheet(
      { context, user: session.user, reply, path, query },
      {
        title,
        file,
        range: null,
        words: [filter.month.length === 4 ? filter.month : monthWords(filter.month)],
        asOf: await readAsOf(db),
        ...batchedTable(PROCESSING_TABLE, processingBatches(db, filter)),
      },
    )
  })
}
