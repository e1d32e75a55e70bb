/** Calls of 'Relatório de Processamentos': docs/rules.md#report-processing */
import type { FastifyInstance } from 'fastify'
import { processingRoute, processingSheetRoute } from '../../../src/contract/reports/processing.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import {
  askedMonth,
  askedMonthWords,
  PROCESSING_TABLE,
  processing,
} from '../../../src/domain/reports/processing.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import type { AppContext } from '../../app-context.ts'
import { readAsOf } from '../../queries/reports/as-of.ts'
import { type ProcessingFilter, processingBatches, readProcessing } from '../../queries/reports/processing.ts'
import { serve } from '../serve.ts'
import { batchedTable, sendSheet } from './serve-report.ts'

type Query = Parsed<(typeof processingSheetRoute)['query']>

export function processingRoutes(app: FastifyInstance, context: AppContext): void {
  const { reports: db } = context
  const filterOf = (query: Query): ProcessingFilter => ({
    month: askedMonth(query.reference_month, saoPauloDay(context.now())),
    broker: query.broker_id,
    channel: query.channel_id,
    status: query.status,
    client: query.client,
  })

  serve(app, processingRoute, async ({ query }) => readProcessing(db, filterOf(query), query))

  serve(app, processingSheetRoute, async ({ query, request: { session }, reply }) => {
    const filter = filterOf(query)
    const { title, file, path } = processing
    return sendSheet(
      { context, user: session.user, reply, path, query },
      {
        title,
        file,
        range: null,
        words: [askedMonthWords(filter.month)],
        asOf: await readAsOf(db),
        ...batchedTable(PROCESSING_TABLE, processingBatches(db, filter)),
      },
    )
  })
}
