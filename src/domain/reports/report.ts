/** A report is one declaration: what it asks, what it shows, what its sheets hold. docs/rules.md#reports */
import type { z } from 'zod'
import type { ReportPath } from '../permissions/reports.ts'
import type { RoleId } from '../session/session-user.ts'
import type { Chart } from './chart.ts'
import { choosesOne, type FilterKind, fieldOf } from './filters.ts'
import { type DayRange, NO_RANGE, type PresetName } from './period.ts'
import { type ReportFilter, searchRange } from './search.ts'
import type { CellValue, Format, ShownTable, Tone } from './table.ts'
import type { WhatIfReport } from './what-if/what-if-report.ts'

export interface FilterField {
  readonly kind: FilterKind
  /** The name of the call's query that it sets: 'broker_id[]'. */
  readonly asks: string
  readonly label: string
  /** Offered to these roles alone; by default to all that see the report. */
  readonly roles?: readonly RoleId[]
  /** What can be chosen, where it is neither a catalogue nor free text. */
  readonly choices?: readonly { readonly id: number; readonly name: string }[]
  /** Which rows of the catalogue can be chosen. */
  readonly offers?: (row: {
    readonly id: number
    readonly role_id?: number
    readonly renewal?: boolean
  }) => boolean
}

/** A figure above the tables. */
export interface Figure {
  readonly key: string
  readonly label: string
  readonly value: CellValue
  readonly format: Format
  readonly tone?: Tone
  /** Opens its leads, as a figure of a table does: of that row of the summary, or of all. */
  readonly opens?: { readonly figure: string; readonly row?: string }
  /** Below the value: 'de 120 leads'. */
  readonly note?: string
}

/** A count of all rows, which opens its leads. */
export const countFigure = (key: string, label: string, value: CellValue, figure: string = key): Figure => ({
  key,
  label,
  value,
  format: 'integer',
  opens: { figure },
})

/** What a report shows of an answer. */
export interface ReportContent {
  readonly asOf: string
  readonly figures: readonly Figure[]
  /** Not shown; a later period's figures of the same keys are compared with them. */
  readonly compared?: readonly Figure[]
  readonly chart: Chart | null
  /** A sentence above the figures, such as how times are counted. */
  readonly note?: string
  /** A prominent sentence above the report, such as that the data is old. */
  readonly warning?: string
  /** Length of the working day in seconds, for times that are shown in days. */
  readonly workday?: number
  /** What its rows lack, as a sheet says it above its columns: 'faltam 2 linhas …'. */
  readonly lacks?: string
  /** Its filter leaves nothing, though its tables have rows, such as goals: no file is made of it. */
  readonly isEmpty?: boolean
  readonly tables: readonly ShownTable[]
}

export interface Report<Answer> {
  readonly path: ReportPath
  readonly title: string
  /** What needs the network, for the sentence without it: 'ver este relatório'. */
  readonly what?: string
  /** The beginning of its files' names. */
  readonly file: string
  /** The period of the first opening; null: the report has no dates. */
  readonly period: PresetName | null
  readonly presets: readonly PresetName[]
  /** Names the date by which the leads are chosen: 'Data de criação'. */
  readonly periodLabel: string
  readonly filters: readonly FilterField[]
  /** The names of the call's query for the first and the last day; null: the report has no dates. */
  readonly dates: readonly [from: string, to: string] | null
  /** The call's query, without page and order. */
  readonly query: (filter: ReportFilter, range: DayRange) => Readonly<Record<string, unknown>>
  /** false: it has no figure to compare. */
  readonly compares?: false
  /** The table that the server pages: its call takes page, per_page, order, figure and row. */
  readonly paged: string | null
  /** Figures open their leads: the call of `paged` takes `with_figures`, too. */
  readonly opensLeads?: true
  /** The leads are shown, and asked for, only behind a figure, and in a pinned answer. Returns what else their call takes. */
  readonly behindFigures?: (filter: ReportFilter) => Readonly<Record<string, unknown>>
  /** Its leads can be judged by other limits: docs/rules.md#what-if */
  readonly whatIf?: WhatIfReport
  /** Number of the first page for the call; 1 by default. */
  readonly firstPage?: 0
  readonly content: (answer: Answer) => ReportContent
}

/** A report whose calls follow from its filters: `bindingOf` in src/contract/reports/report-binding.ts. */
export interface CalledReport<Answer> extends Report<Answer> {
  readonly calls: {
    /** Below /api. */
    readonly path: `/${string}`
    readonly answer: z.ZodType<Answer>
    /** The tables that are exported, each by a call of its own. */
    readonly files: readonly { readonly table: string; readonly label: string; readonly path: `/${string}` }[]
  }
}

/** Rows of leads that the first answer holds, and an answer of a figure. They sort, page and export on the device. */
export const HELD_ROWS = 1000

/** What the call is asked with whatever the filter is. */
interface Always {
  readonly always?: Readonly<Record<string, unknown>>
}

/** Returns the declaration with its call's query, which its filters and dates name. */
export function defineReport<Answer>(report: Omit<CalledReport<Answer>, 'query'>): CalledReport<Answer>
export function defineReport<Answer>(report: Omit<Report<Answer>, 'query'> & Always): Report<Answer>
export function defineReport<Answer>({
  always,
  ...report
}: Omit<Report<Answer>, 'query'> & Always): Report<Answer> {
  const { dates, filters } = report
  return {
    ...report,
    query: (filter, { from, to }) => ({
      ...always,
      ...(dates === null ? {} : { [dates[0]]: from, [dates[1]]: to }),
      ...Object.fromEntries(filters.map(({ kind, asks }) => [asks, askedValue(kind, filter)])),
    }),
  }
}

function askedValue(kind: FilterKind, filter: ReportFilter): unknown {
  const value = filter[fieldOf(kind)]
  return choosesOne(kind) && Array.isArray(value) ? value[0] : value
}

type Asks = Pick<Report<never>, 'period' | 'query' | 'paged' | 'firstPage' | 'opensLeads' | 'behindFigures'>

/** The days of a filter at that instant; none for a report without dates. */
export const rangeAt = ({ period }: Pick<Asks, 'period'>, filter: ReportFilter, nowMs: number) =>
  period === null ? null : searchRange(filter, period, nowMs)

/** The query of a filter at that instant. */
export const filterQuery = (report: Pick<Asks, 'period' | 'query'>, filter: ReportFilter, nowMs: number) =>
  report.query(filter, rangeAt(report, filter, nowMs) ?? NO_RANGE)

const pageOf = (
  { paged, firstPage }: Pick<Asks, 'paged' | 'firstPage'>,
  rows: number,
): { readonly page?: number; readonly per_page?: number } =>
  paged === null ? {} : { page: firstPage ?? 1, per_page: rows }

/** Asks for the first leads of a figure. */
export const figureRows = (report: Asks, filter: ReportFilter, rows: number) => ({
  ...report.behindFigures?.(filter),
  ...pageOf(report, rows),
})

/** Asks for the first rows of the table that the server pages. Leads behind figures are none of them. */
export const firstRows = (
  report: Pick<Asks, 'paged' | 'firstPage' | 'behindFigures'>,
  rows: number,
): ReturnType<typeof pageOf> => (report.behindFigures === undefined ? pageOf(report, rows) : {})

/** The query of a filter and of so many rows. */
export const rowsQuery = (report: Asks, filter: ReportFilter, nowMs: number, rows: number) => ({
  ...filterQuery(report, filter, nowMs),
  ...firstRows(report, rows),
})

/** Asks also which leads each figure counts, if the report can say so. */
export const withFigures = ({ opensLeads }: Asks, query: Readonly<Record<string, unknown>>) =>
  opensLeads === true ? { ...query, with_figures: 1 } : query

/** The query of an answer that is kept whole: with all leads, also those behind figures. */
export const pinnedQuery = (report: Asks, filter: ReportFilter, nowMs: number, rows: number) =>
  withFigures(report, {
    ...filterQuery(report, filter, nowMs),
    ...figureRows(report, filter, rows),
  })
