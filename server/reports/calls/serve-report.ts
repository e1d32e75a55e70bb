/** The calls of a report: its answer, and its sheets with everything that the filter leaves. docs/rules.md#reports */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { NOTHING_TO_EXPORT } from '../../../src/contract/reports/report-query.ts'
import { XLSX } from '../../../src/contract/xlsx.ts'
import {
  type BookShownAs,
  exportedTable,
  linesInOrder,
  type ShownAs,
  shownInBook,
  unknownInBook,
  withColumns,
} from '../../../src/domain/reports/exported-table.ts'
import type { NamesFigures } from '../../../src/domain/reports/figure-leads.ts'
import { type NameOf, periodWords } from '../../../src/domain/reports/filter-words.ts'
import type { DayRange } from '../../../src/domain/reports/period.ts'
import { HELD_ROWS, type Report } from '../../../src/domain/reports/report.ts'
import { sheetHead } from '../../../src/domain/reports/report-sheet.ts'
import { reportBookFile, reportFileName, reportSheetFile } from '../../../src/domain/reports/sheet-file.ts'
import {
  headsOf,
  lineOf,
  type ReportLine,
  type ReportTable,
  type ShownTable,
} from '../../../src/domain/reports/table.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { sortOf } from '../../../src/domain/table/row-order.ts'
import { auditedFilter } from '../../administration/audited-filter.ts'
import type { AppContext } from '../../context/app-context.ts'
import { Refusal } from '../../context/refusal.ts'
import { readBrokerage } from '../../mail/brokerage.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { audit } from '../../records/audit.ts'
import { invalidField } from '../../wire/errors.ts'
import { readAsOf } from '../queries/as-of.ts'
import type { Batch } from '../queries/batches.ts'
import { reportSheetStream } from './sheet-stream.ts'

/** What a sheet needs of its report. */
export type SheetReport = Pick<Report<never>, 'title' | 'file' | 'periodLabel' | 'filters' | 'query'>

type Lines = AsyncIterable<Batch<ReportLine>> | Iterable<Batch<ReportLine>>
type Exported = Pick<ShownTable, 'name' | 'title' | 'heads' | 'total'>

/** What was chosen on screen, in words, and how the table is shown. */
export interface SheetShown extends ShownAs {
  /** Lines of the filter. */
  readonly filters: readonly string[]
  /** Whose figure the leads are. */
  readonly figure: string | null
  /** The part of the file's name that describes both. */
  readonly inName: string
  /** Who exports it, or is sent it. */
  readonly by: string
  /** Of a book. */
  readonly book?: BookShownAs
}

export interface SheetSource {
  readonly report: SheetReport
  readonly range: DayRange | null
  /** Such as that the data is old. */
  readonly notes?: readonly string[]
  readonly asOf: string
  /** The table as the screen draws it, with the file's own table if it differs. */
  readonly table: Exported & { readonly sheet?: Exported | undefined }
  /** Of a book: all tables of the report, of which `table` is the first. null: the filter leaves nothing. */
  readonly book?: readonly ShownTable[] | null
  /** Its rows in the order of a column, by default in its own. */
  readonly lines: (order: string | undefined) => Lines
  /** What of the report names a figure. */
  readonly names?: () => Promise<NamesFigures>
  /** Of an outside service, whose names are in no table. */
  readonly nameOf?: NameOf
}

/** The lines of batches of rows. */
async function* linesOf<Row>(table: ReportTable<Row>, batches: AsyncIterable<Batch<Row>>) {
  for await (const { rows, more } of batches) yield { rows: rows.map((row) => lineOf(table, row)), more }
}

/**
 * The lines in the order of a column: sorted like the device sorts as many as it holds, and by the database beyond, which
 * then sorts the screen's pages, too.
 */
async function* linesBy<Row>(
  table: ReportTable<Row>,
  batchesBy: (order: string | undefined) => AsyncIterable<Batch<Row>>,
  order: string | undefined,
): AsyncGenerator<Batch<ReportLine>> {
  const heads = headsOf(table)
  const isShown =
    order !== undefined && heads.some(({ key, sortable }) => key === sortOf(order).by && sortable)
  if (isShown) {
    const own = toIterator(linesOf(table, batchesBy(undefined)))
    const { held, isWhole } = await heldLines(own, HELD_ROWS)
    if (isWhole) return yield { rows: linesInOrder({ heads, order: '' }, held, order), more: 0 }
    await own.return(undefined)
  }
  yield* linesOf(table, batchesBy(order))
}

/** The page to ask for if the answer's leads are not read. */
export const ONE_ROW = { page: 1, per_page: 1 } as const

function checkOrder({ heads }: Pick<ShownTable, 'heads'>, order: string | undefined): void {
  if (order === undefined) return
  const { by } = sortOf(order)
  if (!heads.some(({ key, sortable }) => key === by && sortable))
    throw invalidField('order', 'A tabela não tem esta coluna')
}

/** The lines of a table that is here. Throws 400 for an order that it lacks. */
export function linesOfTable(table: ShownTable): SheetSource['lines'] {
  return (order) => {
    checkOrder(table, order)
    return [{ rows: exportedTable(table, { order }).lines, more: 0 }]
  }
}

interface AnsweredSheet extends Pick<SheetSource, 'range' | 'notes' | 'nameOf'> {
  /** Its name. */
  readonly table: string
}

/** What a call asks that answers no leads then. */
export const NO_LEADS = { page: 1 } as const

/** A table whose rows are all in the answer. Throws when the report has no table of that name. */
export function answerSheet<Answer>(
  report: Report<Answer>,
  answer: Answer,
  { table: name, notes = [], ...filter }: AnsweredSheet,
): SheetSource {
  const { asOf, lacks, tables } = report.content(answer)
  const table = tables.find((each) => each.name === name)
  if (table === undefined) throw new Error(`no table '${name}'`)
  const said = lacks === undefined ? notes : [...notes, lacks]
  return { report, ...filter, notes: said, asOf, table, lines: linesOfTable(table) }
}

/** All tables of the report, a sheet each. */
export function answerBook<Answer>(
  report: Report<Answer>,
  answer: Answer,
  asked: AnsweredSheet,
): SheetSource {
  const { isEmpty, tables } = report.content(answer)
  return { ...answerSheet(report, answer, asked), book: isEmpty === true ? null : tables }
}

export interface BatchedSheet<Row, Answer> extends Pick<SheetSource, 'range'> {
  readonly table: ReportTable<Row>
  /** What the file holds in place of it. */
  readonly sheet?: ReportTable<Row>
  readonly total?: ReportLine | null
  readonly batches: (order: string | undefined) => AsyncIterable<Batch<Row>>
  /** Of any page: its summary names a figure. */
  readonly answer?: () => Promise<Answer>
}

/** A table that is read in batches. */
export async function batchSheet<Row, Answer>(
  db: Reader,
  report: Report<Answer>,
  { table, sheet, range, total = null, batches, answer }: BatchedSheet<Row, Answer>,
): Promise<SheetSource> {
  const exported = ({ name, title, ...one }: ReportTable<Row>): Exported => ({
    name,
    title,
    heads: headsOf({ name, title, ...one }),
    total,
  })
  return {
    report,
    range,
    asOf: await readAsOf(db),
    table: { ...exported(table), sheet: sheet === undefined ? undefined : exported(sheet) },
    lines: (order) => linesBy(sheet ?? table, batches, order),
    ...(answer === undefined ? {} : { names: async () => report.content(await answer()) }),
  }
}

/** A sheet that is not written yet. */
interface OpenSheet {
  readonly name: string
  readonly file: () => Promise<Buffer | Readable>
}

const UNKNOWN_COLUMNS = 'A planilha não tem uma destas colunas'

/** Refuses a column that the sheet lacks: it would be missing without a word. */
function checkColumns({ heads }: Pick<ShownTable, 'heads'>, columns: readonly string[] = []): void {
  const unknown = columns.filter((column) => !heads.some(({ key }) => key === column))
  if (unknown.length > 0) throw invalidField('columns', UNKNOWN_COLUMNS)
}

/** What a sheet has beside its lines. */
function headOf(
  { report, range, notes = [], asOf }: SheetSource,
  { title, heads, total }: Pick<ShownTable, 'title' | 'heads' | 'total'>,
  words: SheetShown & { readonly brokerage: string | null },
) {
  const period = range === null ? null : periodWords(report, range)
  return {
    above: sheetHead({ ...words, title: report.title, table: title, period, asOf, notes }),
    name: title,
    heads,
    total,
  }
}

const UNKNOWN_TABLE = 'A planilha não tem uma destas tabelas'

function openBook(
  source: SheetSource,
  book: readonly ShownTable[],
  shown: SheetShown & { readonly brokerage: string | null },
): OpenSheet {
  const { report, range, asOf } = source
  const { book: asked = {}, inName } = shown
  if (unknownInBook(book, asked.columns).length > 0) throw invalidField('columns', UNKNOWN_TABLE)
  if (unknownInBook(book, asked.order).length > 0) throw invalidField('order', UNKNOWN_TABLE)
  const sheets = book.map((table) => {
    const { order, columns } = shownInBook(table.name, asked)
    checkOrder(table, order)
    checkColumns(table, columns)
    const exported = exportedTable(table, { order, columns })
    return { ...headOf(source, exported, shown), lines: exported.lines }
  })
  return {
    name: reportFileName({ file: report.file, table: '', inName, range, asOf }),
    file: async () => Buffer.from(await reportBookFile(sheets)),
  }
}

/** Reads the first rows. `brokerage` is its name. Returns null for a sheet without any. */
export async function openSheet(
  source: SheetSource,
  shown: SheetShown,
  brokerage: string | null,
): Promise<OpenSheet | null> {
  const { report, range, asOf, lines, book } = source
  if (book === null) return null
  if (book !== undefined) return openBook(source, book, { ...shown, brokerage })
  const exported = source.table.sheet ?? source.table
  checkColumns(exported, shown.columns)
  const { table, line } = withColumns(exported, shown.columns)
  const batches = toIterator(lines(shown.order))
  const { held, isWhole } = await heldLines(batches, STREAMED_FROM)
  if (held.length === 0) return null
  const sheet = headOf(source, table, { ...shown, brokerage })
  return {
    name: reportFileName({ file: report.file, table: table.name, inName: shown.inName, range, asOf }),
    file: async () =>
      isWhole
        ? Buffer.from(await reportSheetFile({ ...sheet, lines: held.map(line) }))
        : reportSheetStream({ ...sheet, batches: resumed(held, batches, line) }),
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

/** Sends the sheet. Throws 422 if it would be empty. The audit records the export. */
export async function sendSheet(
  { context, user, reply, path, query }: Exporting,
  source: SheetSource,
  shown: SheetShown,
): Promise<FastifyReply> {
  const { name: brokerage } = await readBrokerage(context.store.db)
  const sheet = await openSheet(source, shown, brokerage)
  if (sheet === null) throw new Refusal('rule', NOTHING_TO_EXPORT)
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

/** All lines, if they are no more than that; else the first ones. */
async function heldLines(
  batches: Batches,
  most: number,
): Promise<{ held: readonly ReportLine[]; isWhole: boolean }> {
  const held: ReportLine[] = []
  for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
    const { rows, more } = next.value
    held.push(...rows)
    if (held.length + more > most) return { held, isWhole: false }
  }
  return { held, isWhole: true }
}

async function* toIterator(lines: Lines): AsyncGenerator<Batch<ReportLine>> {
  yield* lines
}

async function* resumed(
  first: readonly ReportLine[],
  rest: Batches,
  shown: (line: ReportLine) => ReportLine,
): AsyncGenerator<readonly ReportLine[]> {
  yield first.map(shown)
  for (let next = await rest.next(); next.done !== true; next = await rest.next())
    yield next.value.rows.map(shown)
}
