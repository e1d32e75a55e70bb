/** Calls of 'Relatório de Processamentos': docs/rules.md#report-processing */
import type { FastifyInstance } from 'fastify'
import { processingRoute, processingSheetRoute } from '../../../src/contract/reports/processing.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { PROCESSING_TABLE, processing } from '../../../src/domain/reports/processing.ts'
import { askedMonth } from '../../../src/domain/reports/reference-month.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import type { AppContext } from '../../app-context.ts'
import { type ProcessingFilter, processingBatches, readProcessing } from '../../queries/reports/processing.ts'
import { serve } from '../serve.ts'
import { batchSheet, type SheetSource } from './serve-report.ts'
import { reportSheets, type SheetAsked, serveSheet } from './sheets-of-report.ts'

type Query = Parsed<(typeof processingSheetRoute)['query']>

const filterOf = (query: Query, nowMs: number): ProcessingFilter => ({
  month: askedMonth(query.reference_month, saoPauloDay(nowMs)),
  broker: query.broker_id,
  channel: query.channel_id,
  status: query.status,
  client: query.client,
})

async function rowsSheet({ context, query }: SheetAsked<Query>): Promise<SheetSource> {
  const { reports: db } = context
  const filter = filterOf(query, context.now())
  return batchSheet(db, processing, {
    table: PROCESSING_TABLE,
    range: null,
    batches: (order) => processingBatches(db, filter, order),
  })
}

export const processingSheets = reportSheets(processing, processingSheetRoute, [rowsSheet])

export const answerProcessing = ({ context, query }: SheetAsked<Parsed<(typeof processingRoute)['query']>>) =>
  readProcessing(context.reports, filterOf(query, context.now()), query)

export function processingRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, processingRoute, ({ query, request: { session } }) =>
    answerProcessing({ context, user: session.user, query }),
  )

  serveSheet(app, context, { route: processingSheetRoute, path: processing.path }, rowsSheet)
}
