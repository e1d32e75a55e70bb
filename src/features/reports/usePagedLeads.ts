/** The table of leads of a report: all of them, a page of them, or those that a figure counts. */
import { useMemo } from 'react'
import type { ReportBinding } from '../../contract/reports/report-binding.ts'
import type { Answer } from '../../device/useAnswer.ts'
import { figureLeadsOf, linesOfFigure } from '../../domain/reports/figure-leads.ts'
import { figureRows, HELD_ROWS } from '../../domain/reports/report.ts'
import type { ReportSearch } from '../../domain/reports/search.ts'
import type { ReportLine, ShownTable } from '../../domain/reports/table.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { PRINTED_ROWS } from '../../ui/table/usePrinting.ts'
import { type ReadReport, useReportAnswer } from './useReportAnswer.ts'

/** What the screen shows of the table. */
export type LeadsState =
  | { readonly kind: 'loading' }
  /** Neither kept nor answered; why. */
  | { readonly kind: 'missing'; readonly words: string }
  | {
      readonly kind: 'shown'
      readonly table: ShownTable
      /** It is one page, and the server sorts it; else all rows are here. */
      readonly isServed: boolean
    }

export interface PagedLeads {
  readonly state: LeadsState
  /** The rows that are here, of which the device makes a file. */
  readonly held:
    | {
        readonly table: ShownTable
        readonly asOf: string
        /** A figure's leads without a network: why some of them are not on this device. */
        readonly lack: string | null
      }
    | undefined
  /** What paper shows in place of a page: the first rows in the order of the screen. null: the screen shows all. */
  readonly printed: ShownTable | null
  /** Rows for paper are asked for. */
  readonly isGathering: boolean
  /** Asks again for the rows that came apart from the whole report. */
  readonly refresh: () => void
}

export interface TablePlace {
  readonly page: number
  readonly perPage: number
  readonly order: string | null
  /** All rows are about to be printed. */
  readonly prints: boolean
}

interface Whole {
  readonly whole: Answer<ReadReport<unknown>>
  /** Most rows that the answer has. */
  readonly most: number
  readonly isAsked: boolean
  /** Query of the filter alone. */
  readonly query: Readonly<Record<string, unknown>>
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

/** null: the report's leads are behind figures, and none is open; or it has no leads. */
export function usePagedLeads<Answered>(
  user: SessionUser,
  binding: ReportBinding<Answered>,
  search: ReportSearch,
  { page, perPage, order, prints }: TablePlace,
  { whole, most, isAsked, query }: Whole,
): PagedLeads | null {
  const { report } = binding
  const { paged, firstPage = 1 } = report
  const { figura: figure, linha: row } = search
  const isFigure = figure !== undefined || row !== undefined
  const leadsOf = (read: ReadReport<unknown> | undefined) =>
    read?.content.tables.find(({ name }) => name === paged)

  const wholeLeads = leadsOf(whole.value)
  const answered = whole.value?.answered
  const counts = useMemo(() => figureLeadsOf(answered), [answered])
  const counted =
    wholeLeads === undefined || figure === undefined
      ? null
      : linesOfFigure(wholeLeads, counts, { figure, row })
  // Leads that are all here open at once, and without a network.
  const isWhole = wholeLeads !== undefined && wholeLeads.count <= wholeLeads.lines.length
  const ofFigure = useReportAnswer(
    user,
    binding,
    isFigure && isAsked && !(isWhole && counted !== null)
      ? { ...query, ...figureRows(report, search, HELD_ROWS), figure, row }
      : null,
  )
  // Without a network the leads that are here are better than none.
  const isOfWhole = ofFigure.state === 'unasked' || (ofFigure.state === 'failed' && counted !== null)
  const held = isOfWhole ? whole.value : ofFigure.value
  const all =
    isOfWhole && wholeLeads !== undefined && counted !== null ? tableOf(wholeLeads, counted) : leadsOf(held)
  const mostHeld = ofFigure.state === 'unasked' ? most : HELD_ROWS
  const isPart = all !== undefined && all.count > all.lines.length
  const isServed = isPart && (page * perPage > mostHeld || order !== null)
  const served = (shown: number, rows: number) => ({
    ...query,
    ...report.behindFigures?.(search),
    page: shown - 1 + firstPage,
    per_page: rows,
    order: order ?? undefined,
    figure,
    row,
  })
  const some = useReportAnswer(user, binding, isServed ? served(page, perPage) : null)
  // In the order of the screen only the server knows which rows are the first.
  const gathered = useReportAnswer(
    user,
    binding,
    prints && isPart && order !== null ? served(1, PRINTED_ROWS) : null,
  )
  if (paged === null || (report.behindFigures !== undefined && !isFigure)) return null
  const { problem } = isServed ? some : ofFigure
  const table = isServed ? leadsOf(some.value) : isPart ? pageOf(all, page, perPage) : all
  return {
    state:
      table !== undefined
        ? // The first rows in the server's order are paged like the server's.
          { kind: 'shown', table, isServed: isPart }
        : problem === null
          ? { kind: 'loading' }
          : { kind: 'missing', words: problem.words },
    held:
      all === undefined || held === undefined
        ? undefined
        : {
            table: all,
            asOf: held.content.asOf,
            lack: isOfWhole ? (ofFigure.problem?.words ?? null) : null,
          },
    printed: !isPart ? null : ((order === null ? all : leadsOf(gathered.value)) ?? null),
    isGathering: gathered.state === 'loading' || gathered.state === 'kept',
    refresh: () => {
      ofFigure.refresh()
      some.refresh()
    },
  }
}
