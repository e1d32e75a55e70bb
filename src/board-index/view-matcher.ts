/** Which rows a view shows, as tests on a row number. The same conditions stand in server/queries/board.ts as SQL. */
import type { BoardFilters, BoardView } from '../domain/board/board-view.ts'
import { foldText } from '../domain/board/fold.ts'
import { cleanDocument } from '../domain/documents/cpf-cnpj.ts'
import { sevenDaysEndMs } from '../domain/lead/scheduling.ts'
import { TABS } from '../domain/lead/status.ts'
import { endOfDayMs, startOfDayMs } from '../domain/time/sao-paulo.ts'
import type { Columns } from './columns.ts'

export type RowTest = (row: number) => boolean

/** Tests that a row must all pass. */
export function testsOf(view: BoardView, columns: Columns, nowMs: number): RowTest[] {
  switch (view.kind) {
    case 'schedules': {
      const { scheduled } = columns.numbers
      const end = view.sevenDays ? sevenDaysEndMs(nowMs) : Number.POSITIVE_INFINITY
      return [(row) => (scheduled[row] ?? 0) <= end]
    }
    case 'status':
      return [tabTest(view, columns)]
    case 'results':
      return filterTests(view.filters, columns)
  }
}

/** First text, section 2: a tab is a status and the state that goes with it. */
function tabTest(view: Extract<BoardView, { kind: 'status' }>, { numbers }: Columns): RowTest {
  const { states, channels, insurances } = numbers
  const state = TABS.find((tab) => tab.status === view.status)?.state ?? null
  const { channelId, insuranceId } = view
  return (row) =>
    (state === null || states[row] === state) &&
    (channelId === undefined || channels[row] === channelId) &&
    (insuranceId === undefined || insurances[row] === insuranceId)
}

/** What cuts most comes first: each test sees only what those before it let through. */
function filterTests(filters: BoardFilters, { numbers, texts }: Columns): RowTest[] {
  const { ids, brokers, created } = numbers
  const { leadId, brokerId, startDate, endDate } = filters
  const tests: RowTest[] = []
  if (leadId !== undefined) tests.push((row) => ids[row] === leadId)
  const document = cleanDocument(filters.cpf ?? '')
  if (document !== '') {
    const found = texts.documents.beginningWith(document)
    tests.push((row) => found[row] === 1)
  }
  const name = foldText(filters.clientName ?? '')
  if (name !== '') {
    const found = texts.names.containing(name)
    tests.push((row) => found[row] === 1)
  }
  if (brokerId !== undefined) tests.push((row) => brokers[row] === brokerId)
  if (startDate !== undefined && startDate !== '') {
    const from = startOfDayMs(startDate)
    tests.push((row) => (created[row] ?? 0) >= from)
  }
  if (endDate !== undefined && endDate !== '') {
    const to = endOfDayMs(endDate)
    tests.push((row) => (created[row] ?? 0) <= to)
  }
  return tests
}
