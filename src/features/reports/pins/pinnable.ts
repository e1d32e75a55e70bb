/** What a pinned report is asked with: docs/rules.md#pinned-reports */
import { call } from '../../../api/call.ts'
import type { CallResult } from '../../../api/call-result.ts'
import type { ReportBinding } from '../../../contract/reports/report-binding.ts'
import { MOST_ROWS } from '../../../contract/reports/report-query.ts'
import { pinnedQuery } from '../../../domain/reports/report.ts'
import type { ReportFilter } from '../../../domain/reports/search.ts'

export interface Pinnable {
  readonly route: { readonly method: string; readonly path: string }
  /** Asks for the answer that is kept. */
  readonly ask: (
    filter: ReportFilter,
    asked: { nowMs: number; token: string },
  ) => Promise<CallResult<unknown>>
}

/** Returns the binding without the type of its answer. */
export const pinnable = <Answer>({ report, route }: ReportBinding<Answer>): Pinnable => ({
  route,
  ask: (filter, { nowMs, token }) =>
    call(route, { token, query: pinnedQuery(report, filter, nowMs, MOST_ROWS) }),
})
