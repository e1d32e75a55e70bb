import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BoardIndex } from '../../../src/board-index/board-index.ts'
import {
  BoardPreview,
  type BoardPreviewData,
  boardPreviewOf,
} from '../../../src/board-index/board-preview.ts'
import type { BoardFilters, BoardView } from '../../../src/domain/board/board-view.ts'
import { KeptBoardPreview } from '../../../src/workers/kept-board-preview.ts'
import { aLead, iso, NOW } from '../domain/fixtures.ts'
import { uidOf } from './random-leads.ts'

const indexOf = (count: number, change: (number: number) => object) => {
  const index = new BoardIndex()
  index.put(
    Array.from({ length: count }, (_, number) =>
      aLead({ uid: uidOf(number), id: number + 1, ...change(number) }),
    ),
  )
  return index
}
const named = (clientName: string, status?: number): BoardView => ({
  kind: 'results',
  filters: { clientName },
  ...(status === undefined ? {} : { status }),
})

/** Expects the preview's first rows of a view to equal the index's. */
function expectFirst(index: BoardIndex, view: BoardView, limit: number): void {
  expect(new BoardPreview(boardPreviewOf(index)).first(view, limit)).toEqual(
    index.slice(view, 0, limit, NOW).uids,
  )
}

describe('the window’s board preview', () => {
  it('returns the first rows of a view when it holds them, and null otherwise', () => {
    const index = indexOf(5000, (number) => ({ client_name: number % 2 === 0 ? 'Ana' : 'Zé' }))
    expectFirst(index, named('ana'), 40)
    expectFirst(index, { kind: 'status', status: 1 }, 40)
    const boardPreview = new BoardPreview(boardPreviewOf(index))
    expect(boardPreview.first(named('ana'), 513)).toBeNull()
    expect(boardPreview.first(named('rita'), 1)).toBeNull()
  })

  it('continues with the next status only when it holds all rows of the previous one', () => {
    const few = indexOf(60, (number) => ({ status: number < 20 ? 1 : 2, state: number < 20 ? 1 : 2 }))
    expectFirst(few, { kind: 'results', filters: {} }, 40)
    expectFirst(few, { kind: 'results', filters: {} }, 500)
    expectFirst(few, { kind: 'results', filters: {}, status: 3 }, 40)
    const many = indexOf(1500, (number) => ({ client_name: number < 1400 ? 'Ana' : 'Zé' }))
    many.put([aLead({ uid: 'next', status: 2, state: 2, client_name: 'Rita' })])
    expect(new BoardPreview(boardPreviewOf(many)).first(named('rita'), 1)).toBeNull()
    expectFirst(many, named('rita', 2), 1)
  })

  it('answers for a period only when it holds the period’s end or all rows of the status', () => {
    const day = (number: number) => iso(`2026-11-${number < 1200 ? '10' : '15'}T10:00:00`)
    const index = indexOf(1500, (number) => ({ create_lead_date: day(number) }))
    const boardPreview = new BoardPreview(boardPreviewOf(index))
    const of = (filters: BoardFilters): BoardView => ({ kind: 'results', filters, status: 1 })
    expectFirst(index, of({ startDate: '2026-11-10' }), 40)
    expect(boardPreview.first(of({ startDate: '2026-11-15' }), 1)).toBeNull()
    expect(boardPreview.first(of({ endDate: '2026-11-10' }), 1100)).toBeNull()
    expect(boardPreview.first(of({ endDate: '2026-11-09' }), 40)).toEqual([])
  })

  it('reads all finished leads for a period, because they are in another order', () => {
    const index = indexOf(1500, (number) => ({
      status: 6,
      state: 3,
      create_lead_date: iso(`2026-11-${number % 2 === 0 ? '10' : '15'}T10:00:00`),
      end_lead_date: new Date(Date.parse(iso('2026-11-16T10:00:00')) + number * 1000).toISOString(),
    }))
    expectFirst(index, { kind: 'results', filters: { startDate: '2026-11-15' } }, 40)
    expect(
      new BoardPreview(boardPreviewOf(index)).first(
        { kind: 'results', filters: { startDate: '2026-11-16' } },
        1,
      ),
    ).toBeNull()
  })

  it('is a copy without later changes of the index', () => {
    const index = indexOf(3, () => ({}))
    const boardPreview = new BoardPreview(boardPreviewOf(index))
    const second: BoardView = { kind: 'results', filters: { leadId: 2 } }
    expect(boardPreview.first(second, 9)).toEqual([uidOf(1)])
    index.remove([uidOf(1)])
    index.put([aLead({ uid: 'other', id: 9 })])
    expect(boardPreview.first(second, 9)).toEqual([uidOf(1)])
  })
})

describe('keeping a board preview', () => {
  function keeping() {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const data = boardPreviewOf(indexOf(3, () => ({})))
    const taken: PromiseWithResolvers<BoardPreviewData | null>[] = []
    const kept = new KeptBoardPreview(() => {
      const take = Promise.withResolvers<BoardPreviewData | null>()
      taken.push(take)
      return take.promise
    })
    onTestFinished(() => kept.close())
    const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
    const give = async (given: BoardPreviewData | null = data) => {
      taken.at(-1)?.resolve(given)
      await wait(0)
    }
    return { kept, taken, give, wait }
  }

  it('takes the first preview at once, and the next one a pause after the last of many changes', async () => {
    const { kept, taken, give, wait } = keeping()
    kept.renew()
    await wait(0)
    await give()
    expect(kept.present?.first(named(''), 9)).toHaveLength(3)
    for (let change = 0; change < 3; change++) {
      kept.renew()
      expect(kept.present).toBeNull()
      await wait(200)
    }
    expect(taken).toHaveLength(1)
    await wait(100)
    expect(taken).toHaveLength(2)
    await give()
    expect(kept.present).not.toBeNull()
  })

  it('keeps no preview that is older than a change, and none while the worker has none', async () => {
    const { kept, taken, give, wait } = keeping()
    kept.renew()
    await wait(0)
    kept.renew()
    await give()
    expect(kept.present).toBeNull()
    await wait(0)
    await give(null)
    expect(kept.present).toBeNull()
    expect(taken).toHaveLength(2)
  })

  it('keeps nothing after its close, even from a request in flight', async () => {
    const { kept, taken, give, wait } = keeping()
    kept.renew()
    await wait(0)
    kept.close()
    kept.renew()
    await give()
    await wait(1000)
    expect(kept.present).toBeNull()
    expect(taken).toHaveLength(1)
  })

  it('asks again at the next change after the worker failed', async () => {
    const { kept, taken, give, wait } = keeping()
    kept.renew()
    await wait(0)
    taken[0]?.reject(new Error('no worker'))
    await wait(0)
    expect(kept.present).toBeNull()
    kept.renew()
    await wait(0)
    await give()
    expect(kept.present).not.toBeNull()
  })
})
