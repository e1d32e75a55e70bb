/** Calls of the report of limits of the law and of the register of proposals: docs/rules.md#obligations */
import {
  obligationsBinding,
  type obligationsSheetRoute,
  sentProposalsBinding,
  type sentProposalsSheetRoute,
} from '../../../src/contract/reports/obligations.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { obligationsReport as obligations } from '../../../src/domain/reports/obligations.ts'
import { sentProposals } from '../../../src/domain/reports/sent-proposals.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { type ObligationsFilter, readObligations, readSentProposals } from '../queries/obligations.ts'
import { askedRange } from '../queries/report-scope.ts'
import { answerSheet, type SheetSource } from './serve-report.ts'
import { servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Limits = Parsed<(typeof obligationsSheetRoute)['query']>
type Proposals = Parsed<(typeof sentProposalsSheetRoute)['query']>

const rangeOf = ({ date_start, date_end }: Proposals, nowMs: number) =>
  askedRange(date_start, date_end, { period: 'mes-atual', nowMs })

const filterOf = ({ broker_id, ...query }: Limits, nowMs: number): ObligationsFilter => ({
  range: rangeOf(query, nowMs),
  brokers: broker_id === undefined ? [] : [broker_id],
  today: saoPauloDay(nowMs),
})

async function limitsSheet({ context, user, query }: SheetAsked<Limits>): Promise<SheetSource> {
  const filter = filterOf(query, context.now())
  const answer = await readObligations(context.reports, user, filter)
  return answerSheet(obligations, answer, { table: 'prazos', range: filter.range })
}

async function proposalsSheet({ context, query }: SheetAsked<Proposals>): Promise<SheetSource> {
  const range = rangeOf(query, context.now())
  return answerSheet(sentProposals, await readSentProposals(context.reports, range), {
    table: 'propostas',
    range,
  })
}

export const obligationsReport = servedReport(obligationsBinding, {
  answer: ({ context, user, query }) =>
    readObligations(context.reports, user, filterOf(query, context.now())),
  sheets: [limitsSheet],
})

export const sentProposalsReport = servedReport(sentProposalsBinding, {
  answer: ({ context, query }) => readSentProposals(context.reports, rangeOf(query, context.now())),
  sheets: [proposalsSheet],
})
