/** A report with its calls: what its screen, its pins, its mails and the server's registry need. docs/where-to-change.md#screens */
import { z } from 'zod'
import { REPORTS } from '../../domain/permissions/reports.ts'
import { choosesOne, fieldOf, takes } from '../../domain/reports/filters.ts'
import type { CalledReport, FilterField, Report } from '../../domain/reports/report.ts'
import { idNumber, numberFrom, wholeNumber } from '../decimal.ts'
import { type RouteSpec, routesOf } from '../route.ts'
import {
  day,
  leadsQuery,
  manyIds,
  monthText,
  pageQuery,
  partOfText,
  sheetAnswer,
  shownLeadsQuery,
  shownQuery,
} from './report-query.ts'

/** A call that is asked by query alone. */
type Asked = RouteSpec & { readonly query: z.ZodType<unknown, Readonly<Record<string, unknown>>> }

export interface ReportFile {
  /** The table that it exports, and under which its button stands. */
  readonly table: string
  /** It holds all tables of the report, a sheet each. The leads behind a figure are none of them. */
  readonly isBook?: true
  readonly label: string
  readonly route: Asked & { readonly answer: { readonly file: string } }
}

export interface ReportBinding<
  Answer,
  Route extends Asked & { readonly answer: z.ZodType<Answer> } = Asked & {
    readonly answer: z.ZodType<Answer>
  },
  Files extends readonly ReportFile[] = readonly ReportFile[],
> {
  readonly report: Report<Answer>
  readonly route: Route
  readonly files: Files
}

/** Returns the binding with the exact types of its calls. */
export const bindReport = <
  Answer,
  const Route extends Asked & { readonly answer: z.ZodType<Answer> },
  const Files extends readonly ReportFile[],
>(
  binding: ReportBinding<Answer, Route, Files>,
): ReportBinding<Answer, Route, Files> => binding

type Shape = Readonly<Record<string, z.ZodType>>

/** What a control's name takes in the call's query. A control that chooses among the report's own takes 0, too. */
function takenBy({ kind, asks, choices }: FilterField): Shape {
  const field = fieldOf(kind)
  if (takes(field, 'ids') && !choosesOne(kind)) return manyIds(asks.replace('[]', ''))
  if (takes(field, 'text')) return { [asks]: partOfText }
  if (takes(field, 'month')) return { [asks]: monthText }
  return { [asks]: (choices === undefined ? idNumber : wholeNumber).optional() }
}

/** The page of its table, where the server pages one. */
function pageTaken(
  report: Pick<Report<never>, 'paged' | 'opensLeads' | 'behindFigures' | 'firstPage'>,
): Shape {
  const { paged, opensLeads, behindFigures, firstPage = 1 } = report
  if (paged === null) return {}
  if (behindFigures !== undefined) return leadsQuery
  const { page: _, per_page, order, ...figure } = pageQuery
  const page = numberFrom(firstPage).default(firstPage)
  return { page, per_page, order, ...(opensLeads === true ? figure : {}) }
}

/** Returns the report with the calls that follow from its declaration. */
export function bindingOf<Answer>(report: CalledReport<Answer>): ReportBinding<Answer> {
  const { path, calls, dates, filters, paged, opensLeads } = report
  const { action } = REPORTS[path]
  const { get } = routesOf('Relatórios')
  const filter: Shape = Object.fromEntries([
    ...(dates ?? []).map((name): [string, z.ZodType] => [name, day]),
    ...filters.flatMap((field) => Object.entries(takenBy(field))),
  ])
  const query = (shown: Shape) => z.strictObject({ ...filter, ...shown })
  return {
    report,
    route: get(calls.path, action, { query: query(pageTaken(report)), answer: calls.answer }),
    files: calls.files.map(({ path: exported, ...file }) => ({
      ...file,
      route: get(exported, action, {
        query: query(file.table === paged && opensLeads === true ? shownLeadsQuery : shownQuery),
        answer: sheetAnswer,
      }),
    })),
  }
}
