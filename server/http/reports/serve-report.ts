/** The calls of a report: its answer, and its sheets with everything that the filter leaves. docs/rules.md#reports */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { XLSX } from '../../../src/contract/administration/audit.ts'
import { NOTHING_TO_EXPORT } from '../../../src/contract/reports/report-query.ts'
import type { DayRange } from '../../../src/domain/reports/period.ts'
import { rangeText } from '../../../src/domain/reports/period.ts'
import { sheetTitle } from '../../../src/domain/reports/report-sheet.ts'
import { reportSheetFile } from '../../../src/domain/reports/sheet-file.ts'
import { headsOf, lineOf, type ReportTable, type ShownTable } from '../../../src/domain/reports/table.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { sheetFileName } from '../../../src/domain/sheet/sheet.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { audit } from '../../administration/audit.ts'
import type { AppContext } from '../../app-context.ts'
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
  readonly lines: AsyncIterable<ShownTable['lines']> | Iterable<ShownTable['lines']>
}

/** The lines of batches of rows. */
export async function* linesOf<Row>(table: ReportTable<Row>, batches: AsyncIterable<readonly Row[]>) {
  for await (const rows of batches) yield rows.map((row) => lineOf(table, row))
}

/** The page of an answer whose leads nobody reads. */
export const ONE_ROW = { page: 1, per_page: 1 } as const

/** A table whose rows all stand in the answer. Throws when the report has no table of that name. */
export function wholeTable(tables: readonly ShownTable[], name: string) {
  const table = tables.find((each) => each.name === name)
  if (table === undefined) throw new Error(`no table '${name}'`)
  const sheet = table.sheet ?? table
  return { table: sheet, lines: [sheet.lines] }
}

/** A table that is read in batches. */
export const batchedTable = <Row>(table: ReportTable<Row>, batches: AsyncIterable<readonly Row[]>) => ({
  table: { name: table.name, title: table.title, heads: headsOf(table), total: null },
  lines: linesOf(table, batches),
})

/** A sheet that is not written yet. */
interface OpenSheet {
  readonly name: string
  readonly file: () => Promise<Buffer | Readable>
}

/** Reads the first rows. Returns null for a sheet without any. */
export async function openSheet(source: SheetSource): Promise<OpenSheet | null> {
  const { title, file, range, words = [], asOf, table, lines } = source
  const batches = toIterator(lines)
  const { held, isWhole } = await heldLines(batches)
  if (held.length === 0) return null
  const period = range === null ? [] : [rangeText(range)]
  const sheet = {
    title: sheetTitle(`${title}: ${table.title}`, [...period, ...words], asOf),
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
  const sheet = await openSheet(source)
  if (sheet === null) throw new HttpError(422, 'rule', NOTHING_TO_EXPORT)
  await context.store.db
    .transaction()
    .execute((tx) =>
      audit(tx, { user, action: 'export', entity: 'reports', id: path, before: null, after: query }),
    )
  const body = await sheet.file()
  return reply.type(XLSX).header('content-disposition', `attachment; filename="${sheet.name}"`).send(body)
}

type Lines = ShownTable['lines']

/** Beyond these rows a sheet is streamed, and has no filter in its head: the library writes none in a stream. */
const STREAMED_FROM = 20_000

async function heldLines(batches: AsyncIterator<Lines>): Promise<{ held: Lines; isWhole: boolean }> {
  const held: ShownTable['lines'][number][] = []
  for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
    held.push(...next.value)
    if (held.length > STREAMED_FROM) return { held, isWhole: false }
  }
  return { held, isWhole: true }
}

async function* toIterator(lines: SheetSource['lines']): AsyncGenerator<Lines> {
  yield* lines
}

async function* resumed(first: Lines, rest: AsyncIterator<Lines>): AsyncGenerator<Lines> {
  yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}
