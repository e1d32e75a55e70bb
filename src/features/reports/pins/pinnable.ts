/** What a pinned report is asked with: docs/rules.md#pinned-reports */
import { call } from '../../../api/call.ts'
import type { CallResult } from '../../../api/http.ts'
import { MOST_ROWS } from '../../../contract/reports/report-query.ts'
import type { DayRange } from '../../../domain/reports/period.ts'
import type { Report } from '../../../domain/reports/report.ts'
import { type ReportFilter, searchRange } from '../../../domain/reports/search.ts'
import type { ReportBinding } from '../report-binding.ts'

export interface Pinnable {
  readonly route: { readonly method: string; readonly path: string }
  /** Asks for the answer that is kept. */
  readonly ask: (
    filter: ReportFilter,
    asked: { nowMs: number; token: string },
  ) => Promise<CallResult<unknown>>
}

const NO_RANGE: DayRange = { from: '', to: '' }

type Asks = Pick<Report<never>, 'period' | 'query' | 'paged' | 'firstPage'>

/** The days of a filter at that instant; none for a report without dates. */
export const rangeAt = ({ period }: Pick<Asks, 'period'>, filter: ReportFilter, nowMs: number) =>
  period === null ? null : searchRange(filter, period, nowMs)

/** The query of a filter, and of the rows that a pinned report holds. */
export const pinnedQuery = (report: Asks, filter: ReportFilter, nowMs: number) => ({
  ...report.query(filter, rangeAt(report, filter, nowMs) ?? NO_RANGE),
  ...(report.paged === null ? {} : { page: report.firstPage ?? 1, per_page: MOST_ROWS }),
})

/** Returns the binding without the type of its answer. */
export const pinnable = <Answer>({ report, route }: ReportBinding<Answer>): Pinnable => ({
  route,
  ask: (filter, { nowMs, token }) => call(route, { token, query: pinnedQuery(report, filter, nowMs) }),
})
