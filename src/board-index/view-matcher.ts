/** Which rows a view shows, as tests on a row number. The same conditions stand in server/queries/board.ts as SQL. */
import type { BoardFilters, BoardView } from '../domain/board/board-view.ts'
import { foldText } from '../domain/board/fold.ts'
import { cleanDocument } from '../domain/documents/cpf-cnpj.ts'
import { TABS } from '../domain/lead/status.ts'
import { endOfDayMs, startOfDayMs } from '../domain/time/sao-paulo.ts'
import type { Columns, Numbers } from './columns.ts'
import { pick } from './rows.ts'
import type { TextColumn } from './text-column.ts'

export type RowTest = (row: number) => boolean

/** What a row is tested by, where it is looked at by itself. */
export interface TestedColumns {
  readonly numbers: Readonly<
    Pick<Numbers, 'created' | 'ids' | 'brokers' | 'channels' | 'insurances' | 'states'>
  >
  readonly texts: Readonly<Record<'names' | 'documents', Pick<TextColumn, 'get'>>>
}

/** A tab is a status and the state that goes with it: docs/rules.md#tabs. */
export function tabTest(view: Extract<BoardView, { kind: 'status' }>, { numbers }: TestedColumns): RowTest {
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
  const { ids } = columns.numbers
  const { leadId } = view.filters
  const tests = [...wordTests(view.filters, columns), ...brokerTests(view.filters, columns)]
  // 0 stands where a lead has no number yet.
  if (leadId !== undefined) tests.push((row) => leadId > 0 && ids[row] === leadId)
  return [...tests, ...periodTests(view.filters, columns)]
}

/** As the columns have them. */
const wordsOf = ({ cpf, clientName }: BoardFilters) => ({
  document: cleanDocument(cpf ?? ''),
  name: foldText(clientName ?? ''),
})

/** The filter bar's conditions, each by itself, for looking at one row after the other; none where nothing is asked. */
export function wordTests(filters: BoardFilters, { texts }: TestedColumns): RowTest[] {
  const { names, documents } = texts
  const { document, name } = wordsOf(filters)
  const tests: RowTest[] = []
  if (document !== '') tests.push((row) => documents.get(row).startsWith(document))
  if (name !== '') tests.push((row) => names.get(row).includes(name))
  return tests
}

/** Rows that the filters' words find among all, in no order. */
export function foundByWords(filters: BoardFilters, { texts }: Columns): Int32Array<ArrayBuffer> {
  const { names, documents } = texts
  const { document, name } = wordsOf(filters)
  if (document === '') return names.containing(name)
  const found = documents.beginningWith(document)
  return name === '' ? found : pick(found, (row) => names.get(row).includes(name))
}

/** First and last instant of creation, epoch ms; null where any will do. */
export const periodOf = ({ startDate = '', endDate = '' }: BoardFilters) => ({
  from: startDate === '' ? null : startOfDayMs(startDate),
  to: endDate === '' ? null : endOfDayMs(endDate),
})

/** As `wordTests`. */
export function brokerTests({ brokerId }: BoardFilters, { numbers }: TestedColumns): RowTest[] {
  const { brokers } = numbers
  return brokerId === undefined ? [] : [(row) => brokers[row] === brokerId]
}

/** As `wordTests`. */
export function periodTests(filters: BoardFilters, { numbers }: TestedColumns): RowTest[] {
  const { created } = numbers
  const { from, to } = periodOf(filters)
  const tests: RowTest[] = []
  if (from !== null) tests.push((row) => (created[row] ?? 0) >= from)
  if (to !== null) tests.push((row) => (created[row] ?? 0) <= to)
  return tests
}
