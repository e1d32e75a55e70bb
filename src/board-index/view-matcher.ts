/** Tests on row numbers for the rows of a view. server/queries/board.ts contains the same conditions in SQL. */
import type { BoardFilters } from '../domain/board/board-filters.ts'
import type { BoardView } from '../domain/board/board-view.ts'
import { FIELD_FILTERS, isOwn } from '../domain/board/field-filters.ts'
import { cleanDocument } from '../domain/documents/cpf-cnpj.ts'
import { TABS } from '../domain/lead/status.ts'
import { phoneEnds } from '../domain/phone/phone.ts'
import { foldText } from '../domain/text/fold.ts'
import { endOfDayMs, startOfDayMs } from '../domain/time/sao-paulo.ts'
import type { Columns } from './columns.ts'
import { pick } from './rows.ts'

export type RowTest = (row: number) => boolean

/** Returns the test of a tab: a status and its state. docs/rules.md#tabs. */
export function tabTest(view: Extract<BoardView, { kind: 'status' }>, { numbers }: Columns): RowTest {
  const { states, channels, insurances } = numbers
  const state = TABS.find((tab) => tab.status === view.status)?.state ?? null
  const { channelId, insuranceId } = view
  return (row) =>
    (state === null || states[row] === state) &&
    (channelId === undefined || channels[row] === channelId) &&
    (insuranceId === undefined || insurances[row] === insuranceId)
}

/** Returns the test of the filters' numbers, none without one. */
export function numberTests({ leadId, oldNumber }: BoardFilters, { numbers, texts }: Columns): RowTest[] {
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
const wordsOf = ({ cpf, clientName, phone }: BoardFilters) => ({
  document: cleanDocument(cpf ?? ''),
  name: foldText(clientName ?? ''),
  // With the blank behind a number.
  phones: phoneEnds(phone ?? '').map((end) => `${end} `),
})

/** Returns a test for each condition on words. No condition, no test. */
export function wordTests(filters: BoardFilters, { texts }: Columns): RowTest[] {
  const { client_name: names, documents, phones } = texts
  const { document, name, phones: ends } = wordsOf(filters)
  const tests: RowTest[] = []
  if (document !== '') tests.push((row) => documents.get(row).startsWith(document))
  if (ends.length > 0) tests.push((row) => ends.some((end) => phones.get(row).includes(end)))
  if (name !== '') tests.push((row) => names.get(row).includes(name))
  return tests
}

/** Returns the rows of the whole index that match the filters' words, unordered. */
export function foundByWords(filters: BoardFilters, columns: Columns): Int32Array<ArrayBuffer> {
  const { texts } = columns
  const { client_name: names, documents, phones } = texts
  const { document, name, phones: ends } = wordsOf(filters)
  // The search that leaves the fewest comes first. The others test what it found.
  const found =
    document !== ''
      ? documents.beginningWith(document)
      : ends.length > 0
        ? Int32Array.from(new Set(ends.flatMap((end) => [...phones.containing(end)])))
        : names.containing(name)
  return wordTests(filters, columns).reduce(pick, found)
}

/** Returns the first and last instant of creation, epoch ms. null means unlimited. */
export const periodOf = ({ startDate = '', endDate = '' }: BoardFilters) => ({
  from: startDate === '' ? null : startOfDayMs(startDate),
  to: endDate === '' ? null : endOfDayMs(endDate),
})

/** Returns the tests of the filters that compare a column of the row and have no test of their own. */
export const rowTests = (filters: BoardFilters, { numbers, texts }: Columns): RowTest[] =>
  FIELD_FILTERS.flatMap((line): RowTest[] => {
    const wanted = filters[line.name]
    if (isOwn(line.name) || wanted === undefined) return []
    if (line.type === 'number') {
      const column = numbers[line.field]
      return [(row) => column[row] === wanted]
    }
    const column = texts[line.field]
    const part = foldText(String(wanted))
    return [(row) => column.get(row).includes(part)]
  })

/** Returns a test for each given end of the filters' period of creation. */
export function periodTests(filters: BoardFilters, { numbers }: Columns): RowTest[] {
  const { created } = numbers
  const { from, to } = periodOf(filters)
  const tests: RowTest[] = []
  if (from !== null) tests.push((row) => (created[row] ?? 0) >= from)
  if (to !== null) tests.push((row) => (created[row] ?? 0) <= to)
  return tests
}
