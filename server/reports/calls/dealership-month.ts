/** Calls of 'Indicações do Mês': docs/rules.md#report-dealership-month */
import {
  dealershipMonthBinding,
  type dealershipMonthSheetRoute,
} from '../../../src/contract/reports/dealership-month.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { dealershipMonth } from '../../../src/domain/reports/dealership-month.ts'
import { readSettings } from '../../queries/settings.ts'
import { type DealershipMonthFilter, readDealershipMonth } from '../queries/dealership-month.ts'
import { askedRange, idsOf } from '../queries/report-scope.ts'
import { answerSheet, ONE_ROW, type SheetSource } from './serve-report.ts'
import { servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Query = Parsed<(typeof dealershipMonthSheetRoute)['query']>

const filterOf = (query: Query, nowMs: number): DealershipMonthFilter => ({
  range: askedRange(query.date_ini, query.date_end, { period: 'mes-atual', nowMs }),
  partners: idsOf(query, 'partner_id'),
})

async function summarySheet({ context, user, query }: SheetAsked<Query>): Promise<SheetSource> {
  const { reports: db } = context
  const filter = filterOf(query, context.now())
  const settings = await readSettings(db)
  const answer = await readDealershipMonth(db, user, filter, { settings, asked: ONE_ROW })
  return answerSheet(dealershipMonth, answer, { table: 'resumo', range: filter.range })
}

export const dealershipMonthReport = servedReport(dealershipMonthBinding, {
  answer: async ({ context: { reports: db, now }, user, query }) => {
    const settings = await readSettings(db)
    return readDealershipMonth(db, user, filterOf(query, now()), { settings, asked: query })
  },
  sheets: [summarySheet],
})
