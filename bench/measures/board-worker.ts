/** Counters and filters as a screen asks for them: to the board worker and back. */
import type { Page } from 'playwright'
import type { BoardView } from '../../src/domain/board/board-view.ts'
import { type Line, median, spread } from '../table.ts'

const WANTED_MS = 10
const TIMES = 15

const QUESTIONS: readonly [string, BoardView][] = [
  ['contadores e Origem', { kind: 'status', status: 1 }],
  ['Agendamentos, sete dias', { kind: 'schedules', sevenDays: true }],
  ['filtro por nome', { kind: 'results', filters: { clientName: 'silva' } }],
  ['filtro por CPF', { kind: 'results', filters: { cpf: '123' } }],
  [
    'filtro por nome, corretor e datas',
    {
      kind: 'results',
      filters: { clientName: 'an', brokerId: 3, startDate: '2026-01-01', endDate: '2027-12-31' },
    },
  ],
]

/** A worker of our own on the same mirror, so that nothing else asks it; every question is a new one to it. */
async function ask(page: Page, view: BoardView): Promise<{ ms: number[]; total: number }> {
  const script = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => entry.name),
  )
  const worker = script.find((name) => /board\.worker/.test(name))
  if (worker === undefined) throw new Error('the page has loaded no board worker')
  return page.evaluate(
    async ({ worker, view, times }) => {
      const name = (await indexedDB.databases()).find((one) => /^farol-\d+$/.test(one.name ?? ''))?.name ?? ''
      const board = new Worker(worker, { type: 'module' })
      let calls = 0
      // Comlink's message for a call, written out: the page has no Comlink to lend.
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
      const everything = { view: { kind: 'results', filters: {} }, offset: 0, limit: 1 }
      await call('ask', everything)
      const ms: number[] = []
      let total = 0
      for (let time = 0; time < times; time++) {
        await call('ask', everything)
        const started = performance.now()
        total = (await call('ask', { view, offset: 0, limit: 72 })).slice.total
        ms.push(performance.now() - started)
      }
      board.terminate()
      return { ms, total }
    },
    { worker, view, times: TIMES },
  )
}

export async function boardWorker(page: Page): Promise<Line[]> {
  const lines: Line[] = []
  for (const [what, view] of QUESTIONS) {
    const { ms, total } = await ask(page, view)
    // The spread is printed too: on two busy cores its end is the scheduler's, not the index's.
    const usual = median(ms)
    lines.push({
      what: `${what} (${total.toLocaleString('pt-BR')} leads)`,
      measured: spread(ms, 'ms', 1),
      against: `${WANTED_MS} ms`,
      ratio: usual / WANTED_MS,
      wanted: 'abaixo de 1',
      kept: usual < WANTED_MS,
    })
  }
  return lines
}
