/** Which rows a view shows, as tests on a row number. The same conditions stand in server/queries/board.ts as SQL. */
import type { BoardFilters, BoardView } from '../domain/board/board-view.ts'
import { foldText } from '../domain/board/fold.ts'
import { cleanDocument } from '../domain/documents/cpf-cnpj.ts'
import { sevenDaysEndMs } from '../domain/lead/scheduling.ts'
import { TABS } from '../domain/lead/status.ts'
import { endOfDayMs, startOfDayMs } from '../domain/time/sao-paulo.ts'
import type { Columns, Numbers } from './columns.ts'
import type { TextColumn } from './text-column.ts'

export type RowTest = (row: number) => boolean

/** What a row is tested by, where it is looked at by itself. */
export interface TestedColumns {
  readonly numbers: Readonly<
    Pick<Numbers, 'created' | 'ids' | 'brokers' | 'channels' | 'insurances' | 'states'>
  >
  readonly texts: Readonly<Record<'names' | 'documents', Pick<TextColumn, 'get'>>>
}

export interface Match {
  /** Rows that its words find, in no order; null where it asks for none. */
  readonly found: Int32Array | null
  /** What each of those, or of all, must pass. */
  readonly tests: readonly RowTest[]
}

export function matchOf(view: BoardView, columns: Columns, nowMs: number): Match {
  switch (view.kind) {
    case 'schedules': {
      const { scheduled } = columns.numbers
      const end = view.sevenDays ? sevenDaysEndMs(nowMs) : Number.POSITIVE_INFINITY
      return { found: null, tests: [(row) => (scheduled[row] ?? 0) <= end] }
    }
    case 'status':
      return { found: null, tests: [tabTest(view, columns)] }
    case 'results':
      return { found: foundByWords(view.filters, columns), tests: filterTests(view.filters, columns) }
  }
}

/** First text, section 2: a tab is a status and the state that goes with it. */
function tabTest(view: Extract<BoardView, { kind: 'status' }>, { numbers }: TestedColumns): RowTest {
  const { states, channels, insurances } = numbers
  const state = TABS.find((tab) => tab.status === view.status)?.state ?? null
  const { channelId, insuranceId } = view
  return (row) =>
    (state === null || states[row] === state) &&
    (channelId === undefined || channels[row] === channelId) &&
    (insuranceId === undefined || insurances[row] === insuranceId)
}

/** Everything that a view asks of a lead of its status, for looking at one row after the other: words first, few rows have them. */
export function everyTest(
  view: Exclude<BoardView, { kind: 'schedules' }>,
  columns: TestedColumns,
): RowTest[] {
  if (view.kind === 'status') return [tabTest(view, columns)]
  const { documents } = columns.texts
  const { document, name } = wordsOf(view.filters)
  const tests: RowTest[] = []
  if (document !== '') tests.push((row) => documents.get(row).startsWith(document))
  if (name !== '') tests.push(isNamed(columns, name))
  return [...tests, ...filterTests(view.filters, columns)]
}

/** As the columns have them. */
const wordsOf = ({ cpf, clientName }: BoardFilters) => ({
  document: cleanDocument(cpf ?? ''),
  name: foldText(clientName ?? ''),
})

const isNamed =
  ({ texts }: TestedColumns, name: string): RowTest =>
  (row) =>
    texts.names.get(row).includes(name)

function foundByWords(filters: BoardFilters, columns: Columns): Int32Array | null {
  const { names, documents } = columns.texts
  const { document, name } = wordsOf(filters)
  if (document === '') return name === '' ? null : names.containing(name)
  const found = documents.beginningWith(document)
  return name === '' ? found : found.filter(isNamed(columns, name))
}

/** First and last instant of creation, epoch ms; null where any will do. */
export const periodOf = ({ startDate = '', endDate = '' }: BoardFilters) => ({
  from: startDate === '' ? null : startOfDayMs(startDate),
  to: endDate === '' ? null : endOfDayMs(endDate),
})

/** What cuts most comes first: each test sees only what those before it let through. */
function filterTests(filters: BoardFilters, { numbers }: TestedColumns): RowTest[] {
  const { ids, brokers, created } = numbers
  const { leadId, brokerId } = filters
  const { from, to } = periodOf(filters)
  const tests: RowTest[] = []
  if (leadId !== undefined) tests.push((row) => ids[row] === leadId)
  if (brokerId !== undefined) tests.push((row) => brokers[row] === brokerId)
  if (from !== null) tests.push((row) => (created[row] ?? 0) >= from)
  if (to !== null) tests.push((row) => (created[row] ?? 0) <= to)
  return tests
}
