/** The sheets of a report by the filter of a saved view: what a mail of the view carries. docs/rules.md#report-mails */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Parsed, RouteSpec } from '../../../src/contract/route.ts'
import {
  type BookShownAs,
  bookColumns,
  columnsInSight,
  type ShownAs,
} from '../../../src/domain/reports/exported-table.ts'
import { figureWords } from '../../../src/domain/reports/figure-leads.ts'
import { filterAsked, filterInName, filterWords } from '../../../src/domain/reports/filter-words.ts'
import { NEVER_SENT } from '../../../src/domain/reports/never-sent.ts'
import { filterQuery, type Report } from '../../../src/domain/reports/report.ts'
import { exportedBy, sentTo } from '../../../src/domain/reports/report-sheet.ts'
import type { ReportFilter } from '../../../src/domain/reports/search.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { AppContext } from '../../context/app-context.ts'
import type { OwnWords } from '../../wire/documented/operation.ts'
import type { Documented } from '../../wire/documented/operations.ts'
import { type Asked, serve } from '../../wire/serve.ts'
import { filterNames } from '../queries/filter-names.ts'
import { type SheetShown, type SheetSource, sendSheet } from './serve-report.ts'

type Sources = Pick<AppContext, 'reports' | 'store' | 'integrations' | 'now'>

export interface SheetAsked<Query> {
  readonly context: Sources
  readonly user: SessionUser
  readonly query: Query
}

export interface ViewAsked {
  readonly context: Sources
  readonly user: SessionUser
  readonly filter: ReportFilter
  readonly sort: string | null
}

export interface MailedSheet {
  readonly source: SheetSource
  readonly shown: SheetShown
}

/** The query as it arrives in a call: texts, and lists of texts. */
export function onTheWire(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const text = (value: unknown) => (Array.isArray(value) ? value.map(String) : String(value))
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, text(value)]),
  )
}

/** The columns of a mail: those in sight, without those that are never sent. */
function sentColumns({ table }: SheetSource, filter: ReportFilter): readonly string[] {
  const { heads } = table.sheet ?? table
  const inSight = columnsInSight(table, filter) ?? heads.map(({ key }) => key)
  return inSight.filter((key) => !NEVER_SENT.includes(key))
}

interface Chosen extends ShownAs {
  readonly figure?: string | undefined
  readonly row?: string | undefined
  readonly book?: BookShownAs | undefined
}

interface Showing {
  readonly context: Sources
  readonly user: SessionUser
  readonly query: unknown
  readonly by: string
}

/** What was chosen, in words: docs/rules.md#reports */
async function shownSheet(
  { context, user, query, by }: Showing,
  { report, asOf, names, nameOf: ownNameOf }: SheetSource,
  { figure, row, order, columns, book }: Chosen,
): Promise<SheetShown> {
  const { filters } = report
  const filter = filterAsked(report, query)
  const nameOf = ownNameOf ?? (await filterNames(context.reports, user, filters, filter))
  const isChosen = figure !== undefined || row !== undefined
  const words = isChosen && names !== undefined ? figureWords(await names(), { figure, row }) : null
  return {
    filters: filterWords(filters, filter, { nameOf, asOf }),
    figure: words,
    inName: filterInName(filters, filter, { nameOf, figure: words }),
    by,
    order,
    columns,
    ...(book === undefined ? {} : { book }),
  }
}

/** Reads a sheet for what its call is asked. */
export type Sheet<Query> = (asked: SheetAsked<Query>) => Promise<SheetSource>

interface SheetCall {
  /** Its query takes what the report's `query` makes. */
  readonly route: { readonly query: z.ZodType }
  readonly sheet: Sheet<unknown>
}

/** The sheets of a view at this moment, with the columns that the view shows. */
export async function mailedSheets(
  report: Pick<Report<never>, 'period' | 'query' | 'paged'>,
  sheets: readonly SheetCall[],
  { context, user, filter, sort }: ViewAsked,
): Promise<MailedSheet[]> {
  const asWired = onTheWire(filterQuery(report, filter, context.now()))
  const mailed: MailedSheet[] = []
  for (const { route, sheet } of sheets) {
    const asked = { context, user, query: route.query.parse(asWired) }
    const source = await sheet(asked)
    const by = sentTo(user.name)
    if (source.book !== undefined) {
      const book = { columns: bookColumns(source.book ?? [], filter) }
      mailed.push({ source, shown: await shownSheet({ ...asked, by }, source, { book }) })
      continue
    }
    // A view keeps the order of the table that the server pages.
    const order = source.table.name === report.paged ? (sort ?? undefined) : undefined
    const columns = sentColumns(source, filter)
    const shown = await shownSheet({ ...asked, by }, source, { order, columns })
    mailed.push({ source, shown })
  }
  return mailed
}

const bookSchema = z.object({
  order: z.array(z.string()).optional(),
  columns: z.array(z.string()).optional(),
})
const chosenSchema = z.object({
  figure: z.string().optional(),
  row: z.string().optional(),
  order: z.string().optional(),
  columns: z.array(z.string()).optional(),
})

interface SheetRoute<Spec> {
  readonly route: Spec
  /** The report's, for the audit. */
  readonly path: string
  readonly words?: OwnWords | undefined
}

/** Registers the call of a sheet. */
export function serveSheet<const Spec extends RouteSpec>(
  app: FastifyInstance,
  context: AppContext,
  { route, path, words }: SheetRoute<Spec & Documented<Spec>>,
  sheet: Sheet<Parsed<Spec['query']>>,
): void {
  const send = async ({ query, request, reply }: Asked<Spec>) => {
    const { user } = request.session
    const source = await sheet({ context, user, query })
    const showing = { context, user, query, by: exportedBy(user.name) }
    const chosen = source.book === undefined ? chosenSchema.parse(query) : { book: bookSchema.parse(query) }
    const shown = await shownSheet(showing, source, chosen)
    return sendSheet({ context, user, reply, path, query }, source, shown)
  }
  serve<Spec>(app, route, send, { words })
}
