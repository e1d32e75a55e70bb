/** Tests on row numbers for the rows of a view. server/queries/board.ts contains the same conditions in SQL. */
import type { BoardFilters, BoardView } from '../domain/board/board-view.ts'
import { cleanDocument } from '../domain/documents/cpf-cnpj.ts'
import { TABS } from '../domain/lead/status.ts'
import { foldText } from '../domain/text/fold.ts'
import { endOfDayMs, startOfDayMs } from '../domain/time/sao-paulo.ts'
import type { Columns, Numbers } from './columns.ts'
import { pick } from './rows.ts'
import type { TextColumn } from './text-column.ts'

export type RowTest = (row: number) => boolean

/** The columns that tests of single rows read. */
export interface TestedColumns {
  readonly numbers: Readonly<
    Pick<Numbers, 'created' | 'ids' | 'brokers' | 'channels' | 'insurances' | 'states'>
  >
  readonly texts: Readonly<Record<'names' | 'documents' | 'oldNumbers', Pick<TextColumn, 'get'>>>
}

/** Returns the test of a tab: a status and its state. docs/rules.md#tabs. */
export function tabTest(view: Extract<BoardView, { kind: 'status' }>, { numbers }: TestedColumns): RowTest {
  const { states, channels, insurances } = numbers
  const state = TABS.find((tab) => tab.status === view.status)?.state ?? null
  const { channelId, insuranceId } = view
  return (row) =>
    (state === null || states[row] === state) &&
    (channelId === undefined || channels[row] === channelId) &&
    (insuranceId === undefined || insurances[row] === insuranceId)
}

/** Returns all tests of a view for rows of its status. Words come first, because few rows match them. */
export function everyTest(
  view: Exclude<BoardView, { kind: 'schedules' }>,
  columns: TestedColumns,
): RowTest[] {
  if (view.kind === 'status') return [tabTest(view, columns)]
  const tests = [...wordTests(view.filters, columns), ...brokerTests(view.filters, columns)]
  return [...tests, ...numberTests(view.filters, columns), ...periodTests(view.filters, columns)]
}

/** Returns the test of the filters' numbers, none without one. */
function numberTests({ leadId, oldNumber }: BoardFilters, { numbers, texts }: TestedColumns): RowTest[] {
  if (leadId === undefined && oldNumber === undefined) return []
  const { ids } = numbers
  const old = foldText(oldNumber ?? '')
  // 0 means that a lead has no number yet, '' that it has no old one.
  return [
    (row) =>
      (leadId !== undefined && leadId > 0 && ids[row] === leadId) ||
      (old !== '' && texts.oldNumbers.get(row) === old),
  ]
}

/** The words in the form in which the columns store them. */
const wordsOf = ({ cpf, clientName }: BoardFilters) => ({
  document: cleanDocument(cpf ?? ''),
  name: foldText(clientName ?? ''),
})

/** Returns a test for each condition on words. No condition, no test. */
export function wordTests(filters: BoardFilters, { texts }: TestedColumns): RowTest[] {
  const { names, documents } = texts
  const { document, name } = wordsOf(filters)
  const tests: RowTest[] = []
  if (document !== '') tests.push((row) => documents.get(row).startsWith(document))
  if (name !== '') tests.push((row) => names.get(row).includes(name))
  return tests
}

/** Returns the rows of the whole index that match the filters' words, unordered. */
export function foundByWords(filters: BoardFilters, { texts }: Columns): Int32Array<ArrayBuffer> {
  const { names, documents } = texts
  const { document, name } = wordsOf(filters)
  if (document === '') return names.containing(name)
  const found = documents.beginningWith(document)
  return name === '' ? found : pick(found, (row) => names.get(row).includes(name))
}

/** Returns the first and last instant of creation, epoch ms. null means unlimited. */
export const periodOf = ({ startDate = '', endDate = '' }: BoardFilters) => ({
  from: startDate === '' ? null : startOfDayMs(startDate),
  to: endDate === '' ? null : endOfDayMs(endDate),
})

/** Returns the test of the filters' broker, none without a broker. */
export function brokerTests({ brokerId }: BoardFilters, { numbers }: TestedColumns): RowTest[] {
  const { brokers } = numbers
  return brokerId === undefined ? [] : [(row) => brokers[row] === brokerId]
}

/** Returns a test for each given end of the filters' period of creation. */
export function periodTests(filters: BoardFilters, { numbers }: TestedColumns): RowTest[] {
  const { created } = numbers
  const { from, to } = periodOf(filters)
  const tests: RowTest[] = []
  if (from !== null) tests.push((row) => (created[row] ?? 0) >= from)
  if (to !== null) tests.push((row) => (created[row] ?? 0) <= to)
  return tests
}
