/** Measures counters and filters from the window to the board worker and back. */

import type { Page } from 'playwright'
import type { BoardFilters } from '../../src/domain/board/board-filters.ts'
import type { BoardView } from '../../src/domain/board/board-view.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { type Line, median, spread } from '../table.ts'

const WANTED_MS = 10
const TIMES = 15

const QUESTIONS: readonly [string, BoardView][] = [
  ['counters and Origem', { kind: 'status', status: 1 }],
  ['Agendamentos, sete dias', { kind: 'schedules', sevenDays: true }],
  ['filter by name', { kind: 'results', filters: { clientName: 'silva' } }],
  ['filter by CPF', { kind: 'results', filters: { cpf: '123' } }],
  [
    'filter by name, broker and days',
    {
      kind: 'results',
      filters: { clientName: 'an', brokerId: 3, startDate: '2026-01-01', endDate: '2027-12-31' },
    },
  ],
]

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** A value for each field of the filter bar. Frequent values are slowest; a lead's number matches one lead. */
const FIELDS: readonly Partial<BoardFilters>[] = [
  { clientName: 'a' },
  { cpf: '1' },
  { brokerId: 3 },
  { leadId: 4711 },
  { startDate: daysAgo(150) },
  { endDate: daysAgo(30) },
]

/** All combinations of the filter bar's fields, each with and without a status. */
function everyCombination(): BoardView[] {
  const combinations = FIELDS.reduce<BoardFilters[]>(
    (filters, field) => [...filters, ...filters.map((filter) => ({ ...filter, ...field }))],
    [{}],
  )
  return combinations.flatMap((filters): BoardView[] => [
    { kind: 'results', filters },
    { kind: 'results', filters, status: 2 },
  ])
}

interface Asked {
  readonly ms: number[]
  readonly total: number
}

/** Asks a separate worker on the same mirror, which gets no other queries. Each query is new to it. */
async function ask(page: Page, views: readonly BoardView[]): Promise<Asked[]> {
  const script = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => entry.name),
  )
  const worker = script.find((name) => /board\.worker/.test(name))
  if (worker === undefined) throw new Error('the page did not load the board worker')
  return page.evaluate(
    async ({ worker, views, times }) => {
      const name = (await indexedDB.databases()).find((one) => /^farol-\d+$/.test(one.name ?? ''))?.name ?? ''
      const board = new Worker(worker, { type: 'module' })
      let calls = 0
      // Comlink's message format for a call: the page does not expose Comlink.
      const call = (method: string, argument: unknown) =>
        new Promise<{ slice: { total: number }; complete: boolean }>((resolve) => {
          const id = `bench-${calls++}`
          const listen = (event: MessageEvent) => {
            if (event.data?.id !== id) return
            board.removeEventListener('message', listen)
            resolve(event.data.value)
          }
          board.addEventListener('message', listen)
          board.postMessage({
            id,
            type: 'APPLY',
            path: [method],
            argumentList: [{ type: 'RAW', value: argument }],
          })
        })
      await call('open', Number(name.replace('farol-', '')))
      // The worker answers when it has read all rows.
      const everything = { view: { kind: 'results', filters: {} }, offset: 0, limit: 1 }
      await call('ask', everything)
      const another = { view: { kind: 'status', status: 6 }, offset: 0, limit: 1 }
      const asked: { ms: number[]; total: number }[] = []
      for (const view of views) {
        const ms: number[] = []
        let total = 0
        for (let time = 0; time < times; time++) {
          await call('ask', another)
          const started = performance.now()
          total = (await call('ask', { view, offset: 0, limit: 72 })).slice.total
          ms.push(performance.now() - started)
        }
        asked.push({ ms, total })
      }
      board.terminate()
      return asked
    },
    { worker, views, times: TIMES },
  )
}

function line(what: string, ms: readonly number[], measured = spread(ms, 'ms', 1), name = what): Line {
  // The median decides. On two busy cores the maximum depends on the scheduler.
  const usual = median(ms)
  return {
    what,
    measured,
    against: `${WANTED_MS} ms`,
    ratio: usual / WANTED_MS,
    wanted: 'below 1',
    kept: usual < WANTED_MS,
    record: { name, ms: usual },
  }
}

export async function boardWorker(page: Page): Promise<Line[]> {
  const lines: Line[] = []
  for (const [what, view] of QUESTIONS)
    for (const { ms, total } of await ask(page, [view]))
      lines.push(line(`${what} (${total.toLocaleString('en')} leads)`, ms, undefined, what))
  return lines
}

const isOfOne = (view: BoardView | undefined) => view?.kind === 'results' && view.filters.leadId !== undefined

/** The filter combination with the highest median. */
export async function everyFilter(page: Page, leads: number): Promise<Line> {
  const views = everyCombination()
  const asked = await ask(page, views)
  const slowest = asked.reduce((worst, one) => (median(one.ms) > median(worst.ms) ? one : worst))
  const usual = median(asked.flatMap(({ ms }, place) => (isOfOne(views[place]) ? [] : median(ms))))
  return line(
    `the slowest of ${views.length} combinations of the filter, ${leads.toLocaleString('en')} leads`,
    slowest.ms,
    `${spread(slowest.ms, 'ms', 1)}; without those of a number: ${usual.toFixed(1)} ms`,
  )
}
