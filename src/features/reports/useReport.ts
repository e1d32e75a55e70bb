/** The answers behind a report's screen: the whole, its table of leads, and the period before. */
import type { ReportBinding } from '../../contract/reports/report-binding.ts'
import { MOST_ROWS } from '../../contract/reports/report-query.ts'
import { answerKey } from '../../db/mirror/answers.ts'
import { isPinOf, pinKey } from '../../db/session/pinned-reports.ts'
import type { Answer } from '../../device/useAnswer.ts'
import { type DayRange, periodBefore } from '../../domain/reports/period.ts'
import {
  filterQuery,
  firstRows,
  HELD_ROWS,
  pinnedQuery,
  type ReportContent,
  rangeAt,
  rowsQuery,
  withFigures,
} from '../../domain/reports/report.ts'
import type { ReportSearch } from '../../domain/reports/search.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { usePins } from './pins/usePins.ts'
import { type PagedLeads, type TablePlace, usePagedLeads } from './usePagedLeads.ts'
import { type ReadReport, useReportAnswer } from './useReportAnswer.ts'

export interface ShownReport<Answered = unknown> {
  /** null: the report has no dates. */
  readonly range: DayRange | null
  /** The whole answer. */
  readonly answer: Answer<ReadReport<Answered>>
  /** Asks again for the whole and for the page. */
  readonly refresh: () => void
  /** The table of leads, if the server pages it: a page or all rows. */
  readonly leads: PagedLeads | null
  /** The answer of the period before; null while the user does not compare. */
  readonly before: { readonly range: DayRange; readonly content: ReportContent | undefined } | null
  /** Query of the filter alone, for the exports. */
  readonly query: Readonly<Record<string, unknown>>
}

/**
 * Asks which leads each figure counts. A report whose leads are only behind figures is not asked, because its answer
 * contains no leads.
 */
const heldQuery = (report: Parameters<typeof withFigures>[0], rows: Readonly<Record<string, unknown>>) =>
  report.behindFigures === undefined ? withFigures(report, rows) : rows

export function useReport<Answered>(
  user: SessionUser,
  binding: ReportBinding<Answered>,
  search: ReportSearch,
  { now, ...place }: TablePlace & { readonly now: number },
): ShownReport<Answered> {
  const { report, route } = binding
  const pins = usePins(user.id)
  const isPinned = pins?.some((pin) => isPinOf(pin, report.path, search)) ?? false
  const days = rangeAt(report, search, now)
  const query = filterQuery(report, search, now)

  const most = isPinned ? MOST_ROWS : HELD_ROWS
  const rows = rowsQuery(report, search, now, most)
  // Which answer is kept is known only with the pins.
  const isAsked = pins !== undefined
  const asked = isPinned ? pinnedQuery(report, search, now, most) : heldQuery(report, rows)
  const whole = useReportAnswer(
    user,
    binding,
    isAsked ? asked : null,
    // Visits keep their answer by the question alone, as earlier versions did.
    isPinned ? { key: pinKey(route, search), pinned: true } : { key: answerKey(route, { query: rows }) },
  )
  // A pinned copy of another day is about the days that its preset meant then.
  const range = isPinned && whole.at !== undefined ? rangeAt(report, search, whole.at) : days
  const leads = usePagedLeads(user, binding, search, place, { whole, most, isAsked, query })

  const earlier =
    search.comparar === 1 && report.compares !== false && days !== null ? periodBefore(days) : null
  const past = useReportAnswer(
    user,
    binding,
    earlier === null ? null : { ...report.query(search, earlier), ...firstRows(report, 1) },
  )

  return {
    range,
    answer: whole,
    refresh: () => {
      whole.refresh()
      leads?.refresh()
    },
    query,
    leads,
    before: earlier === null ? null : { range: earlier, content: past.value?.content },
  }
}
