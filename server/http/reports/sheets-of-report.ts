/** The sheets of a report by the filter of a saved view: what a mail of the view carries. docs/rules.md#report-mails */
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Parsed, RouteSpec } from '../../../src/contract/route.ts'
import { type Action, may } from '../../../src/domain/permissions/actions.ts'
import { NEVER_SENT } from '../../../src/domain/reports/never-sent.ts'
import { filterQuery, type Report } from '../../../src/domain/reports/report.ts'
import type { ReportFilter } from '../../../src/domain/reports/search.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { AppContext } from '../../app-context.ts'
import type { Documented } from '../documented/operations.ts'
import { serve } from '../serve.ts'
import { type SheetSource, sendSheet } from './serve-report.ts'

type Sources = Pick<AppContext, 'reports' | 'store' | 'integrations' | 'now'>

export interface SheetAsked<Query> {
  readonly context: Sources
  readonly user: SessionUser
  readonly query: Query
  /** Of the table that the server pages; its own without one. */
  readonly order?: string | undefined
}

export interface ViewAsked {
  readonly context: Sources
  readonly user: SessionUser
  readonly filter: ReportFilter
  readonly sort: string | null
}

export interface ReportSheets {
  readonly path: string
  readonly title: string
  readonly action: Action
  /** The sheets of the view at this moment. Throws HttpError 403 for a filter that is not the user's any more. */
  readonly sheetsOf: (asked: ViewAsked) => Promise<SheetSource[]>
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

/** Leaves out the columns that are never sent, and those that the view hides unless it hides all. */
function shown(source: SheetSource, hidden: ReadonlySet<string>): SheetSource {
  const { table, lines } = source
  const sent = table.heads.filter(({ key }) => !NEVER_SENT.includes(key))
  const unhidden = sent.filter(({ key }) => !hidden.has(`${table.name}.${key}`))
  const heads = unhidden.length === 0 ? sent : unhidden
  if (heads.length === table.heads.length) return source
  const places = heads.map((head) => table.heads.indexOf(head))
  const pick = <Value>(values: readonly Value[]) => values.filter((_, place) => places.includes(place))
  async function* shownLines() {
    for await (const { rows, more } of lines)
      yield { rows: rows.map((line) => ({ ...line, cells: pick(line.cells) })), more }
  }
  const total = table.total === null ? null : { ...table.total, cells: pick(table.total.cells) }
  return { ...source, table: { ...table, heads, total }, lines: shownLines() }
}

type Sheet<Query> = (asked: SheetAsked<Query>) => Promise<SheetSource>

/** `route` is a call whose query the sheets take. A report of several tabs has other sheets in each. */
export function reportSheets<Schema extends z.ZodType>(
  report: Pick<Report<never>, 'path' | 'title' | 'period' | 'query'>,
  route: Pick<RouteSpec, 'action'> & { readonly query: Schema },
  sheets: readonly Sheet<z.output<Schema>>[] | ((filter: ReportFilter) => readonly Sheet<z.output<Schema>>[]),
): ReportSheets {
  const { path, title } = report
  const { action } = route
  if (action === 'public') throw new Error(`${path} would be public`)
  return {
    path,
    title,
    action,
    sheetsOf: async ({ context, user, filter, sort }) => {
      const query = route.query.parse(onTheWire(filterQuery(report, filter, context.now())))
      const hidden = new Set(filter.ocultas)
      const asked = { context, user, query, order: sort ?? undefined }
      const sources: SheetSource[] = []
      for (const sheet of typeof sheets === 'function' ? sheets(filter) : sheets)
        sources.push(shown(await sheet(asked), hidden))
      return sources
    },
  }
}

export const mayMail = ({ action }: ReportSheets, user: SessionUser) => may(action, roleOf(user))

/** Registers the call of a sheet. `path` is the report's, for the audit. */
export function serveSheet<const Spec extends RouteSpec>(
  app: FastifyInstance,
  context: AppContext,
  { route, path }: { readonly route: Spec & Documented<Spec>; readonly path: string },
  sheet: (asked: SheetAsked<Parsed<Spec['query']>>) => Promise<SheetSource>,
): void {
  serve<Spec>(app, route, async ({ query, request, reply }) => {
    const { user } = request.session
    return sendSheet({ context, user, reply, path, query }, await sheet({ context, user, query }))
  })
}
