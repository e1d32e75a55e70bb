/** The answers behind a report's screen: the whole, the page of leads that is shown, and the period before. */
import { useMemo, useState } from 'react'
import { MOST_ROWS } from '../../contract/reports/report-query.ts'
import { answerKey } from '../../db/mirror/answers.ts'
import { isPinOf, pinKey } from '../../db/session/pinned-reports.ts'
import { type Answer, useAnswer } from '../../device/useAnswer.ts'
import { originWords } from '../../domain/reports/data-origin.ts'
import { figureLeadsOf, linesOfFigure } from '../../domain/reports/figure-leads.ts'
import { type DayRange, periodBefore } from '../../domain/reports/period.ts'
import {
  filterQuery,
  firstRows,
  pinnedQuery,
  type ReportContent,
  rangeAt,
  rowsQuery,
  withFigures,
} from '../../domain/reports/report.ts'
import type { ReportSearch } from '../../domain/reports/search.ts'
import type { ReportLine, ShownTable } from '../../domain/reports/table.ts'
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
  /** A figure's leads without a network: some of them are not on this device. */
  readonly lacksSome: boolean
  readonly refreshing: boolean
}

const pageOf = (table: ShownTable, page: number, perPage: number): ShownTable => ({
  ...table,
  lines: table.lines.slice((page - 1) * perPage, page * perPage),
})

interface Leads {
  readonly all: ShownTable | undefined
  readonly served: ShownTable | undefined
  readonly isServed: boolean
  readonly isPart: boolean
  readonly page: number
  readonly perPage: number
  /** Of the figure, among those that are here. */
  readonly ofFigure: readonly ReportLine[] | null
  readonly problem: string | null
  readonly refreshing: boolean
}

function leadsShown({ all, served, isServed, isPart, page, perPage, ofFigure, ...rest }: Leads): PagedLeads {
  const here = all !== undefined && ofFigure !== null ? tableOf(all, ofFigure) : undefined
  if (isServed) {
    // Without a network the leads that are here are better than none.
    const isLacking = served === undefined && rest.problem !== null && here !== undefined
    return { ...rest, table: isLacking ? here : served, isServed: !isLacking, lacksSome: isLacking }
  }
  return {
    table: here ?? (isPart && all !== undefined ? pageOf(all, page, perPage) : all),
    // The first rows in the server's order are paged like the server's.
    isServed: here === undefined && isPart,
    problem: null,
    lacksSome: false,
    refreshing: false,
  }
}

const tableOf = (table: ShownTable, lines: readonly ReportLine[]): ShownTable => ({
  ...table,
  lines,
  count: lines.length,
})

/** Reports without figures that open leads take no such word. */
const heldQuery = (report: Parameters<typeof withFigures>[0], rows: Readonly<Record<string, unknown>>) =>
  report.behindFigures === undefined ? withFigures(report, rows) : rows

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
  const rows = rowsQuery(report, search, now, most)
  const whole = useAnswer(
    user.id,
    route,
    // Which answer is kept is known only with the pins.
    pins === undefined
      ? null
      : { query: isPinned ? pinnedQuery(report, search, now, most) : heldQuery(report, rows) },
    // Visits keep their answer by the question alone, as earlier versions did.
    isPinned
      ? { what, key: pinKey(route, search), pinned: true }
      : { what, key: answerKey(route, { query: rows }) },
  )
  // A pinned copy of another day is about the days that its preset meant then.
  const range = isPinned && whole.at !== undefined ? rangeAt(report, search, whole.at) : days
  const content = useMemo(
    () => (whole.value === undefined ? undefined : report.content(whole.value)),
    [whole.value, report],
  )

  const all = leadsOf(content)
  const isPart = all !== undefined && all.count > all.lines.length
  const { figura, linha } = search
  const held = useMemo(() => figureLeadsOf(whole.value), [whole.value])
  const ofFigure =
    all === undefined || figura === undefined
      ? null
      : linesOfFigure(all, held, { figure: figura, row: linha })
  // Leads that are all here open at once, and without a network.
  const isHere = ofFigure !== null && !isPart
  const isServed =
    figura === undefined ? isPart && (page * perPage > most || order !== null) : !isHere && pins !== undefined
  const asked = isServed
    ? {
        ...query,
        ...report.behindFigures?.(search),
        page: page - 1 + firstPage,
        per_page: perPage,
        order: order ?? undefined,
        figure: figura,
        row: linha,
      }
    : null
  const some = useAnswer(user.id, route, asked === null ? null : { query: asked }, { what })
  const served = useMemo(
    () => (some.value === undefined ? undefined : report.content(some.value)),
    [some.value, report],
  )
  const leads = leadsShown({
    all,
    served: leadsOf(served),
    isServed,
    isPart,
    page,
    perPage,
    ofFigure,
    problem: some.problem?.words ?? null,
    refreshing: some.state === 'loading',
  })

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
    leads: paged === null || (report.behindFigures !== undefined && figura === undefined) ? null : leads,
    before: earlier === null ? null : { range: earlier, content: pastContent },
  }
}
