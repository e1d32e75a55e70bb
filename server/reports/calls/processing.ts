/** Calls of 'Relatório de Processamentos': docs/rules.md#report-processing */
import { processingBinding, type processingSheetRoute } from '../../../src/contract/reports/processing.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { PROCESSING_TABLE, processing } from '../../../src/domain/reports/processing.ts'
import { askedMonth } from '../../../src/domain/reports/reference-month.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { type ProcessingFilter, processingBatches, readProcessing } from '../queries/processing.ts'
import { batchSheet, type SheetSource } from './serve-report.ts'
import { servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

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

export const processingReport = servedReport(processingBinding, {
  answer: ({ context, query }) => readProcessing(context.reports, filterOf(query, context.now()), query),
  sheets: [rowsSheet],
})
