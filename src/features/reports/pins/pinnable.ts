/** What a report is asked with beside its screen, whatever its answer: docs/rules.md#pinned-reports, #report-overview */
import { call } from '../../../api/call.ts'
import type { CallResult } from '../../../api/call-result.ts'
import type { ReportBinding } from '../../../contract/reports/report-binding.ts'
import { MOST_ROWS } from '../../../contract/reports/report-query.ts'
import { type DayRange, NO_RANGE } from '../../../domain/reports/period.ts'
import { firstRows, pinnedQuery, type ReportContent } from '../../../domain/reports/report.ts'
import type { ReportFilter } from '../../../domain/reports/search.ts'

export interface Pinnable {
  readonly route: { readonly method: string; readonly path: string }
  /** Asks for the answer that is kept. */
  readonly ask: (
    filter: ReportFilter,
    asked: { nowMs: number; token: string },
  ) => Promise<CallResult<unknown>>
}

export interface AskedReport extends Pinnable {
  /** Asks for the figures of these days, or of their month, with one row of leads. */
  readonly askFigures: (
    days: DayRange,
    asked: { token: string; signal: AbortSignal },
  ) => Promise<CallResult<ReportContent>>
}

/** Of a report without dates: the month by which it is asked. */
const monthOf = ({ from }: DayRange) => from.slice(0, 7).replace('-', '')

/** Returns the binding without the type of its answer. */
export const pinnable = <Answer>({ report, route }: ReportBinding<Answer>): AskedReport => ({
  route,
  ask: (filter, { nowMs, token }) =>
    call(route, { token, query: pinnedQuery(report, filter, nowMs, MOST_ROWS) }),
  askFigures: async (days, { token, signal }) => {
    const asks =
      report.period === null ? report.query({ mes: monthOf(days) }, NO_RANGE) : report.query({}, days)
    const result = await call(route, { token, signal, query: { ...asks, ...firstRows(report, 1) } })
    return result.kind === 'ok' ? { ...result, value: report.content(result.value) } : result
  },
})
