/** The server's half of a report whose calls ask for its filters, days and pages alone: docs/where-to-change.md#screens */
import { z } from 'zod'
import type { ReportBinding } from '../../../src/contract/reports/report-binding.ts'
import { keysOf } from '../../../src/domain/record/parts.ts'
import { filterAsked } from '../../../src/domain/reports/filter-words.ts'
import { type DayRange, NO_RANGE } from '../../../src/domain/reports/period.ts'
import type { Report } from '../../../src/domain/reports/report.ts'
import type { ReportFilter } from '../../../src/domain/reports/search.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Reader } from '../../queries/lead-row.ts'
import type { Meanings } from '../../records/meaning.ts'
import { report as reportText, sheet as sheetText } from '../../wire/documented/operations/reports.ts'
import type { Batch } from '../queries/batches.ts'
import type { AskedFigure } from '../queries/figure-leads.ts'
import { type Page, pageOrAll } from '../queries/lead-pages.ts'
import { askedRange } from '../queries/report-scope.ts'
import { answerSheet, type BatchedSheet, batchSheet, type SheetSource } from './serve-report.ts'
import { type ServedReport, servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

export interface ReportAsked {
  readonly db: Reader
  readonly user: SessionUser
  /** Epoch ms. */
  readonly nowMs: number
  /** None of a report without dates. */
  readonly range: DayRange
  readonly filter: ReportFilter
  /** No rows: the call asks for no leads. */
  readonly page: Page & AskedFigure
}

interface CalledSheet<Answer> {
  /** In the API's document: 'os leads por origem', and what it holds, 'as contagens'. */
  readonly named: string
  readonly holds: string
  /** Of a table that is read in batches; by default it is the answer's. `answer` has no leads, or one. */
  readonly source?: (asked: ReportAsked, answer: () => Promise<Answer>) => Promise<SheetSource>
}

interface Serving<Answer> {
  /** What the API's document says of its call. */
  readonly says: string
  /** What it says of fields that no other call has, or that mean something else here. */
  readonly meanings?: Meanings
  readonly read: (asked: ReportAsked) => Promise<Answer>
  /** In the order of its files. */
  readonly sheets: readonly CalledSheet<Answer>[]
}

const pageSchema = z.object({
  page: z.number().optional(),
  per_page: z.number().optional(),
  paginate: z.number().optional(),
  order: z.string().optional(),
  figure: z.string().optional(),
  row: z.string().optional(),
  with_figures: z.number().optional(),
})

/** Throws 400 for reversed days. */
function askedOf<Answer>(report: Report<Answer>, { context, user, query }: SheetAsked<unknown>): ReportAsked {
  const { period, dates, filters, firstPage = 1, behindFigures } = report
  const nowMs = context.now()
  const given = z.record(z.string(), z.unknown()).parse(query)
  const [from, to] = (dates ?? []).map((name) => z.string().optional().parse(given[name]))
  const { page = firstPage, ...rest } = pageSchema.parse(given)
  const asked = { ...rest, page: page - firstPage + 1 }
  return {
    db: context.reports,
    user,
    nowMs,
    range: period === null ? NO_RANGE : askedRange(from, to, { period, nowMs }),
    filter: filterAsked({ filters }, given),
    page: {
      ...asked,
      ...(behindFigures === undefined ? pageOrAll(asked) : { per_page: rest.per_page ?? 0 }),
    },
  }
}

/** Returns the source of a table that is read in batches, for the days that the call asks. */
export const batchedLeads =
  <Row, Answer>(
    report: Report<Answer>,
    tables: Pick<BatchedSheet<Row, Answer>, 'table' | 'sheet'>,
    batches: (asked: ReportAsked, order: string | undefined) => AsyncIterable<Batch<Row>>,
  ) =>
  (asked: ReportAsked, answer: () => Promise<Answer>): Promise<SheetSource> =>
    batchSheet(asked.db, report, {
      ...tables,
      range: asked.range,
      batches: (order) => batches(asked, order),
      answer,
    })

/** Names of the call's query that nothing here reads: it would answer without that filter. */
function ignoredIn<Answer>({
  report: { dates, filters },
  route: { query },
}: ReportBinding<Answer>): string[] {
  const asks = filters.map(({ asks: name }) => name.replace('[]', ''))
  const known = [...(dates ?? []), ...asks, ...keysOf(pageSchema.shape)]
  return query instanceof z.ZodObject
    ? Object.keys(query.shape).filter((name) => !known.includes(name.replace('[]', '')))
    : []
}

/**
 * Returns the report as it is registered. Throws where its files, sheets and query do not fit together: a sheet of pages without a source
 * would have one row.
 */
export function calledReport<Answer>(
  binding: ReportBinding<Answer>,
  { says, meanings = {}, read, sheets }: Serving<Answer>,
): ServedReport {
  const { report, files } = binding
  const isWhole = files.every(({ table }, at) => table !== report.paged || sheets[at]?.source !== undefined)
  if (sheets.length !== files.length || !isWhole || ignoredIn(binding).length > 0)
    throw new Error(`${report.path}: its files, sheets and query do not fit together`)
  const page = { page: 1, per_page: report.behindFigures === undefined ? 1 : 0 }
  return servedReport(binding, {
    answer: (given) => read(askedOf(report, given)),
    sheets: files.map(({ table }, index) => async (given: SheetAsked<unknown>) => {
      const asked = askedOf(report, given)
      const answer = () => read({ ...asked, page })
      const source = sheets[index]?.source
      return source === undefined
        ? answerSheet(report, await answer(), { table, range: asked.range })
        : source(asked, answer)
    }),
    words: [
      { text: reportText(report.title, says), meanings },
      ...sheets.map(({ named, holds }) => ({ text: sheetText(named, holds), meanings: {} })),
    ],
  })
}
