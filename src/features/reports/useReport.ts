/** The answers behind a report's screen: the whole, the page of leads that is shown, and the period before. */
import { useMemo, useState } from 'react'
import { MOST_ROWS } from '../../contract/reports/report-query.ts'
import { isPinOf, pinKey } from '../../db/session/pinned-reports.ts'
import { type Answer, useAnswer } from '../../device/useAnswer.ts'
import { originWords } from '../../domain/reports/data-origin.ts'
import { type DayRange, periodBefore } from '../../domain/reports/period.ts'
import {
  filterQuery,
  firstRows,
  type ReportContent,
  rangeAt,
  rowsQuery,
} from '../../domain/reports/report.ts'
import type { ReportSearch } from '../../domain/reports/search.ts'
import type { ShownTable } from '../../domain/reports/table.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { usePins } from './pins/usePins.ts'
import type { ReportBinding } from './report-binding.ts'

/** Rows of leads that the first answer holds. They sort, page and export without a network. */
export const HELD_ROWS = 1000

export interface ShownReport {
  /** null: the report has no dates. */
  readonly range: DayRange | null
  readonly content: ReportContent | undefined
  readonly answer: Pick<Answer<unknown>, 'state' | 'at' | 'problem' | 'refresh'>
  /** Where the figures were read, if it is not the usual place. */
  readonly origin: string | null
  /** Asks again for the whole and for the page. */
  readonly refresh: () => void
  /** The table of leads, if the server pages it: a page or all rows. */
  readonly leads: PagedLeads | null
  /** Of the period before; null while nobody compares. */
  readonly before: { readonly range: DayRange; readonly content: ReportContent | undefined } | null
  /** Query of the filter alone, for the exports. */
  readonly query: Readonly<Record<string, unknown>>
}

export interface PagedLeads {
  readonly table: ShownTable | undefined
  /** The server pages and sorts it; else all rows are here. */
  readonly isServed: boolean
  readonly problem: string | null
  readonly refreshing: boolean
}

const pageOf = (table: ShownTable, page: number, perPage: number): ShownTable => ({
  ...table,
  lines: table.lines.slice((page - 1) * perPage, page * perPage),
})

export function useReport<Answered>(
  user: SessionUser,
  { report, route }: ReportBinding<Answered>,
  search: ReportSearch,
  {
    page,
    perPage,
    order,
  }: { readonly page: number; readonly perPage: number; readonly order: string | null },
): ShownReport {
  // The period of a preset is that of the visit: it does not move while somebody reads.
  const [now] = useState(() => Date.now())
  const { paged, firstPage = 1, what = 'ver este relatório' } = report
  const pins = usePins(user.id)
  const isPinned = pins?.some((pin) => isPinOf(pin, report.path, search)) ?? false
  const days = rangeAt(report, search, now)
  const query = filterQuery(report, search, now)
  const leadsOf = (content: ReportContent | undefined) => content?.tables.find(({ name }) => name === paged)

  const most = isPinned ? MOST_ROWS : HELD_ROWS
  const whole = useAnswer(
    user.id,
    route,
    // Which answer is kept is known only with the pins.
    pins === undefined ? null : { query: rowsQuery(report, search, now, most) },
    isPinned ? { what, key: pinKey(route, search), pinned: true } : { what },
  )
  // A pinned copy of another day is about the days that its preset meant then.
  const range = isPinned && whole.at !== undefined ? rangeAt(report, search, whole.at) : days
  const content = useMemo(
    () => (whole.value === undefined ? undefined : report.content(whole.value)),
    [whole.value, report],
  )

  const all = leadsOf(content)
  const isPart = all !== undefined && all.count > all.lines.length
  const isServed = search.figura !== undefined || (isPart && (page * perPage > most || order !== null))
  const asked = isServed
    ? {
        ...query,
        page: page - 1 + firstPage,
        per_page: perPage,
        order: order ?? undefined,
        figure: search.figura,
        row: search.linha,
      }
    : null
  const some = useAnswer(user.id, route, asked === null ? null : { query: asked }, { what })
  const served = useMemo(
    () => (some.value === undefined ? undefined : report.content(some.value)),
    [some.value, report],
  )

  const earlier =
    search.comparar === 1 && report.compares !== false && days !== null ? periodBefore(days) : null
  const asksBefore = earlier === null ? null : { ...report.query(search, earlier), ...firstRows(report, 1) }
  const past = useAnswer(user.id, route, asksBefore === null ? null : { query: asksBefore }, { what })
  const pastContent = useMemo(
    () => (past.value === undefined ? undefined : report.content(past.value)),
    [past.value, report],
  )

  return {
    range,
    content,
    answer: whole,
    origin: originWords(whole.value),
    refresh: () => {
      whole.refresh()
      if (isServed) some.refresh()
    },
    query,
    leads:
      paged === null
        ? null
        : {
            table: isServed ? leadsOf(served) : isPart ? pageOf(all, page, perPage) : all,
            // The first rows in the server's order are paged like the server's.
            isServed: isServed || isPart,
            problem: isServed ? (some.problem?.words ?? null) : null,
            refreshing: isServed && some.state === 'loading',
          },
    before: earlier === null ? null : { range: earlier, content: pastContent },
  }
}
