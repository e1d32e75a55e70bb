/** The calls of a report: its answer, and its sheets with everything that the filter leaves. docs/rules.md#reports */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { XLSX } from '../../../src/contract/administration/audit.ts'
import { NOTHING_TO_EXPORT } from '../../../src/contract/reports/report-query.ts'
import type { DayRange } from '../../../src/domain/reports/period.ts'
import { rangeText } from '../../../src/domain/reports/period.ts'
import type { Report } from '../../../src/domain/reports/report.ts'
import { sheetTitle } from '../../../src/domain/reports/report-sheet.ts'
import { reportSheetFile } from '../../../src/domain/reports/sheet-file.ts'
import {
  headsOf,
  lineOf,
  type ReportLine,
  type ReportTable,
  type ShownTable,
} from '../../../src/domain/reports/table.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { sheetFileName } from '../../../src/domain/sheet/sheet.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { audit } from '../../administration/audit.ts'
import { auditedFilter } from '../../administration/audited-filter.ts'
import type { AppContext } from '../../app-context.ts'
import { readBrokerage } from '../../queries/brokerage.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { readAsOf } from '../../queries/reports/as-of.ts'
import type { Batch } from '../../queries/reports/batches.ts'
import { HttpError } from '../errors.ts'
import { reportSheetStream } from './sheet-stream.ts'

export interface SheetSource {
  /** Report and table in the sheet's first line. */
  readonly title: string
  readonly file: string
  readonly range: DayRange | null
  /** Further words of the filter. */
  readonly words?: readonly string[]
  readonly asOf: string
  readonly table: Pick<ShownTable, 'name' | 'title' | 'heads' | 'total'>
  readonly lines: AsyncIterable<Batch<ReportLine>> | Iterable<Batch<ReportLine>>
}

/** The lines of batches of rows. */
export async function* linesOf<Row>(table: ReportTable<Row>, batches: AsyncIterable<Batch<Row>>) {
  for await (const { rows, more } of batches) yield { rows: rows.map((row) => lineOf(table, row)), more }
}

/** All lines of a table that is here. */
export const linesOfTable = ({ lines }: ShownTable): SheetSource['lines'] => [{ rows: lines, more: 0 }]

/** The page of an answer whose leads nobody reads. */
export const ONE_ROW = { page: 1, per_page: 1 } as const

/** What a call asks that answers no leads then. */
export const NO_LEADS = { page: 1 } as const

/** A table whose rows all stand in the answer. Throws when the report has no table of that name. */
export function answerSheet<Answer>(
  { title, file, content }: Pick<Report<Answer>, 'title' | 'file' | 'content'>,
  answer: Answer,
  { table: name, range }: { readonly table: string; readonly range: DayRange | null },
): SheetSource {
  const { asOf, tables } = content(answer)
  const found = tables.find((each) => each.name === name)
  if (found === undefined) throw new Error(`no table '${name}'`)
  const table = found.sheet ?? found
  return { title, file, range, asOf, table, lines: linesOfTable(table) }
}

/** A table that is read in batches. */
export async function batchSheet<Row>(
  db: Reader,
  { title, file }: Pick<Report<never>, 'title' | 'file'>,
  {
    table,
    batches,
    ...filter
  }: Pick<SheetSource, 'range' | 'words'> & {
    readonly table: ReportTable<Row>
    readonly batches: AsyncIterable<Batch<Row>>
  },
): Promise<SheetSource> {
  return {
    title,
    file,
    ...filter,
    asOf: await readAsOf(db),
    table: { name: table.name, title: table.title, heads: headsOf(table), total: null },
    lines: linesOf(table, batches),
  }
}

/** A sheet that is not written yet. */
interface OpenSheet {
  readonly name: string
  readonly file: () => Promise<Buffer | Readable>
}

/** Reads the first rows. `brokerage` is its name. Returns null for a sheet without any. */
export async function openSheet(source: SheetSource, brokerage: string | null): Promise<OpenSheet | null> {
  const { title, file, range, words = [], asOf, table, lines } = source
  const batches = toIterator(lines)
  const { held, isWhole } = await heldLines(batches)
  if (held.length === 0) return null
  const period = range === null ? [] : [rangeText(range)]
  const sheet = {
    title: sheetTitle(`${title}: ${table.title}`, { brokerage, words: [...period, ...words], asOf }),
    name: table.title,
    heads: table.heads,
    total: table.total,
  }
  return {
    name: sheetFileName(`${file}_${table.name}`, {
      from: range?.from,
      to: range?.to,
      today: saoPauloDay(Date.parse(asOf)),
    }),
    file: async () =>
      isWhole
        ? Buffer.from(await reportSheetFile({ ...sheet, lines: held }))
        : reportSheetStream({ ...sheet, batches: resumed(held, batches) }),
  }
}

interface Exporting {
  readonly context: AppContext
  readonly user: SessionUser
  readonly reply: FastifyReply
  /** For the audit: what was asked. */
  readonly path: string
  readonly query: unknown
}

/** Sends the sheet. Throws 422 where it would be empty. The export stands in the audit. */
export async function sendSheet(
  { context, user, reply, path, query }: Exporting,
  source: SheetSource,
): Promise<FastifyReply> {
  const { name: brokerage } = await readBrokerage(context.store.db)
  const sheet = await openSheet(source, brokerage)
  if (sheet === null) throw new HttpError(422, 'rule', NOTHING_TO_EXPORT)
  await context.store.db.transaction().execute((tx) =>
    audit(tx, {
      user,
      action: 'export',
      entity: 'reports',
      id: path,
      before: null,
      after: auditedFilter(query),
    }),
  )
  const body = await sheet.file()
  return reply.type(XLSX).header('content-disposition', `attachment; filename="${sheet.name}"`).send(body)
}

/** Beyond these rows a sheet is streamed, and has no filter in its head: the library writes none in a stream. */
const STREAMED_FROM = 20_000

type Batches = AsyncIterator<Batch<ReportLine>>

/** The first lines of a sheet that is streamed, else all. */
async function heldLines(batches: Batches): Promise<{ held: readonly ReportLine[]; isWhole: boolean }> {
  const held: ReportLine[] = []
  for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
    const { rows, more } = next.value
    held.push(...rows)
    if (held.length + more > STREAMED_FROM) return { held, isWhole: false }
  }
  return { held, isWhole: true }
}

async function* toIterator(lines: SheetSource['lines']): AsyncGenerator<Batch<ReportLine>> {
  yield* lines
}

async function* resumed(first: readonly ReportLine[], rest: Batches): AsyncGenerator<readonly ReportLine[]> {
  yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value.rows
}
