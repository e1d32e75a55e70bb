/** The answers behind a report's screen: the whole, the page of leads that is shown, and the period before. */
import { useMemo, useState } from 'react'
import type { ReportBinding } from '../../contract/reports/report-binding.ts'
import { MOST_ROWS } from '../../contract/reports/report-query.ts'
import { answerKey } from '../../db/mirror/answers.ts'
import { isPinOf, pinKey } from '../../db/session/pinned-reports.ts'
import { type Answer, useAnswer } from '../../device/useAnswer.ts'
import { originWords } from '../../domain/reports/data-origin.ts'
import { figureLeadsOf, linesOfFigure } from '../../domain/reports/figure-leads.ts'
import { type DayRange, periodBefore } from '../../domain/reports/period.ts'
import {
  figureRows,
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
import type { ReportLine, ShownTable } from '../../domain/reports/table.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { usePins } from './pins/usePins.ts'

export interface ShownReport {
  /** null: the report has no dates. */
  readonly range: DayRange | null
  readonly content: ReportContent | undefined
  readonly answer: Pick<Answer<unknown>, 'state' | 'dataAt' | 'problem' | 'refresh'>
  /** Where the figures were read, if it is not the usual place. */
  readonly origin: string | null
  /** Asks again for the whole and for the page. */
  readonly refresh: () => void
  /** The table of leads, if the server pages it: a page or all rows. */
  readonly leads: PagedLeads | null
  /** The answer of the period before; null while the user does not compare. */
  readonly before: { readonly range: DayRange; readonly content: ReportContent | undefined } | null
  /** Query of the filter alone, for the exports. */
  readonly query: Readonly<Record<string, unknown>>
}

export interface PagedLeads {
  readonly table: ShownTable | undefined
  /** The rows that are here, of which the device makes a file. */
  readonly held: { readonly table: ShownTable; readonly asOf: string } | undefined
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

/** The table with some of its lines, also in what its file holds in place of it. */
function tableOf(table: ShownTable, lines: readonly ReportLine[]): ShownTable {
  const { sheet } = table
  if (sheet === undefined) return { ...table, lines, count: lines.length }
  const ids = new Set(lines.map(({ id }) => id))
  const own = sheet.lines.filter(({ id, under }) => ids.has(under ?? id))
  return { ...table, lines, count: lines.length, sheet: { ...sheet, lines: own, count: own.length } }
}

/**
 * Asks which leads each figure counts. A report whose leads are only behind figures is not asked, because its answer
 * contains no leads.
 */
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
  // A preset's period is fixed for the visit, so it does not move while the user reads.
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

  const { figura: figure, linha: row } = search
  const isFigure = figure !== undefined || row !== undefined
  const wholeLeads = leadsOf(content)
  const counts = useMemo(() => figureLeadsOf(whole.value), [whole.value])
  const counted =
    wholeLeads === undefined || figure === undefined
      ? null
      : linesOfFigure(wholeLeads, counts, { figure, row })
  // Leads that are all here open at once, and without a network.
  const isWhole = wholeLeads !== undefined && wholeLeads.count <= wholeLeads.lines.length
  const asksFigure = isFigure && pins !== undefined && !(isWhole && counted !== null)
  const figureQuery = {
    ...query,
    ...figureRows(report, search, HELD_ROWS),
    figure,
    row,
  }
  const ofFigure = useAnswer(user.id, route, asksFigure ? { query: figureQuery } : null, { what })
  const figureContent = useMemo(
    () => (ofFigure.value === undefined ? undefined : report.content(ofFigure.value)),
    [ofFigure.value, report],
  )
  // Without a network the leads that are here are better than none.
  const lacksSome = asksFigure && figureContent === undefined && ofFigure.problem !== null && counted !== null
  const heldContent = asksFigure && !lacksSome ? figureContent : content
  const all =
    wholeLeads !== undefined && counted !== null && (!asksFigure || lacksSome)
      ? tableOf(wholeLeads, counted)
      : leadsOf(heldContent)
  const mostHeld = asksFigure ? HELD_ROWS : most
  const isPart = all !== undefined && all.count > all.lines.length
  const isServed = isPart && (page * perPage > mostHeld || order !== null)
  const asked = isServed
    ? {
        ...query,
        ...report.behindFigures?.(search),
        page: page - 1 + firstPage,
        per_page: perPage,
        order: order ?? undefined,
        figure,
        row,
      }
    : null
  const some = useAnswer(user.id, route, asked === null ? null : { query: asked }, { what })
  const served = useMemo(
    () => (some.value === undefined ? undefined : report.content(some.value)),
    [some.value, report],
  )
  const answering = isServed ? some : asksFigure ? ofFigure : null
  const leads: PagedLeads = {
    table: isServed ? leadsOf(served) : isPart ? pageOf(all, page, perPage) : all,
    held: all === undefined || heldContent === undefined ? undefined : { table: all, asOf: heldContent.asOf },
    // The first rows in the server's order are paged like the server's.
    isServed: isServed || isPart,
    problem: answering?.problem?.words ?? null,
    lacksSome,
    refreshing: answering?.state === 'loading',
  }

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
      if (asksFigure) ofFigure.refresh()
      if (isServed) some.refresh()
    },
    query,
    leads: paged === null || (report.behindFigures !== undefined && !isFigure) ? null : leads,
    before: earlier === null ? null : { range: earlier, content: pastContent },
  }
}
