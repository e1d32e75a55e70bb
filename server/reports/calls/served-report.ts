/**
 * The server's half of a report, by which it is registered once: its calls, what the mails of its views carry, and what the
 * assistant may run. docs/where-to-change.md#screens
 */
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { ReportBinding, ReportFile } from '../../../src/contract/reports/report-binding.ts'
import type { ReportPath } from '../../../src/domain/permissions/reports.ts'
import type { DayRange } from '../../../src/domain/reports/period.ts'
import {
  type FilterField,
  type ReportContent,
  rangeAt,
  rowsQuery,
} from '../../../src/domain/reports/report.ts'
import type { ReportFilter } from '../../../src/domain/reports/search.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { AppContext } from '../../context/app-context.ts'
import type { OwnWords } from '../../wire/documented/operation.ts'
import type { Documented } from '../../wire/documented/operations.ts'
import { serve } from '../../wire/serve.ts'
import {
  type MailedSheet,
  mailedSheets,
  onTheWire,
  type Sheet,
  type SheetAsked,
  serveSheet,
  type ViewAsked,
} from './sheets-of-report.ts'

export interface AnsweredReport {
  readonly content: ReportContent
  /** null: the report has no dates. */
  readonly range: DayRange | null
}

interface Asked {
  readonly context: SheetAsked<unknown>['context']
  readonly user: SessionUser
  readonly filter: ReportFilter
  /** Rows of the table that the server pages. */
  readonly rows: number
}

export interface ReadableReport {
  /** By which it is named in a question: its path, and its tab where it has two. */
  readonly name: string
  readonly path: string
  /** Tab of its screen. */
  readonly tab: string | null
  readonly title: string
  readonly periodLabel: string | null
  readonly filters: readonly FilterField[]
  /** Throws as its call does: Refusal `forbidden` for a filter that is not the user's. */
  readonly read: (asked: Asked) => Promise<AnsweredReport>
}

export interface ServedReport {
  readonly path: ReportPath
  readonly title: string
  /** Its rows are an outside service's. */
  readonly isOutside: boolean
  /** Registers its calls. */
  readonly register: (app: FastifyInstance, context: AppContext) => void
  /** The sheets of the view at this moment. Throws Refusal `forbidden` for a filter that is not the user's any more. */
  readonly sheetsOf: (asked: ViewAsked) => Promise<MailedSheet[]>
  /** What the assistant may run: one for each tab. */
  readonly readable: readonly ReadableReport[]
}

interface Serving<Answer, Query> {
  readonly answer: (asked: SheetAsked<Query>) => Promise<Answer>
  /** Sheets that are mailed and that the screen does not export. */
  readonly mailed?: readonly Sheet<Query>[]
  /** Registers further calls. */
  readonly also?: (app: FastifyInstance, context: AppContext) => void
  /** Another handler answers its call, with this answer. */
  readonly isAnsweredElsewhere?: true
  /** Its rows are an outside service's: no replica is read for them, and the assistant may not ask for them. */
  readonly isOutside?: true
  /** Tab of its screen, where it has two. */
  readonly tab?: string | null
  /** What the API's document says of its call, then of each sheet's, where no table does. */
  readonly words?: readonly OwnWords[]
}

/** A sheet for each file of the binding, in its order. */
type SheetsOf<Files extends readonly ReportFile[]> = {
  readonly [Index in keyof Files]: Sheet<z.output<Files[Index]['route']['query']>> &
    Documented<Files[Index]['route']>
}

interface LooseServing extends Serving<unknown, unknown> {
  readonly sheets: readonly Sheet<unknown>[]
}

/** Returns the report as it is registered. A file without a sheet, and a call without a text, do not compile. */
export function servedReport<
  Answer,
  Route extends ReportBinding<Answer>['route'],
  Files extends readonly ReportFile[],
>(
  binding: ReportBinding<Answer, Route, Files>,
  serving: Serving<Answer, z.output<Route['query']>> & {
    readonly sheets: SheetsOf<Files>
  } & Documented<Route>,
): ServedReport
export function servedReport(
  { report, route, files }: ReportBinding<unknown>,
  { answer, sheets, mailed = [], also, isAnsweredElsewhere, isOutside, tab = null, words = [] }: LooseServing,
): ServedReport {
  const { path, title, period, periodLabel, filters } = report
  const exported = files.flatMap((file, index) => {
    const sheet = sheets[index]
    return sheet === undefined ? [] : [{ route: file.route, sheet, words: words[index + 1] }]
  })
  return {
    path,
    title,
    isOutside: isOutside === true,
    register: (app, context) => {
      if (isAnsweredElsewhere !== true)
        serve(
          app,
          route,
          ({ query, request: { session } }) => answer({ context, user: session.user, query }),
          { words: words[0] },
        )
      for (const { sheet, ...call } of exported) serveSheet(app, context, { ...call, path }, sheet)
      also?.(app, context)
    },
    sheetsOf: (asked) =>
      mailedSheets(report, [...exported, ...mailed.map((sheet) => ({ route, sheet }))], asked),
    readable:
      isOutside === true
        ? []
        : [
            {
              name: [path.replace('/relatorio-', ''), tab].filter((part) => part !== null).join('-'),
              path,
              tab,
              title,
              periodLabel: period === null ? null : periodLabel,
              filters,
              read: async ({ context, user, filter, rows }) => {
                const nowMs = context.now()
                const query = route.query.parse(onTheWire(rowsQuery(report, filter, nowMs, rows)))
                const content = report.content(await answer({ context, user, query }))
                return { content, range: rangeAt(report, filter, nowMs) }
              },
            },
          ],
  }
}
