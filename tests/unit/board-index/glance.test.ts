import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BoardIndex } from '../../../src/board-index/board-index.ts'
import { Glance, type GlanceData, glanceOf } from '../../../src/board-index/glance.ts'
import type { BoardView } from '../../../src/domain/board/board-view.ts'
import { KeptGlance } from '../../../src/workers/kept-glance.ts'
import { aLead, NOW } from '../domain/fixtures.ts'
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

/** What the glance knows is what the index then answers. */
function expectFirst(index: BoardIndex, view: BoardView, limit: number): void {
  expect(new Glance(glanceOf(index, 1)).first(view, limit)).toEqual(index.slice(view, 0, limit, NOW).uids)
}

describe('the window’s glance', () => {
  it('knows what a view begins with where that lies among the first leads, and else says so', () => {
    const index = indexOf(5000, (number) => ({ client_name: number % 2 === 0 ? 'Ana' : 'Zé' }))
    expectFirst(index, named('ana'), 40)
    expectFirst(index, { kind: 'status', status: 1 }, 40)
    const glance = new Glance(glanceOf(index, 1))
    expect(glance.first(named('ana'), 513)).toBeNull()
    expect(glance.first(named('rita'), 1)).toBeNull()
  })

  it('goes on with the next status only where it has all of the one before', () => {
    const few = indexOf(60, (number) => ({ status: number < 20 ? 1 : 2, state: number < 20 ? 1 : 2 }))
    expectFirst(few, { kind: 'results', filters: {} }, 40)
    expectFirst(few, { kind: 'results', filters: {} }, 500)
    expectFirst(few, { kind: 'results', filters: {}, status: 3 }, 40)
    const many = indexOf(1500, (number) => ({ client_name: number < 1400 ? 'Ana' : 'Zé' }))
    many.put([aLead({ uid: 'next', status: 2, state: 2, client_name: 'Rita' })])
    expect(new Glance(glanceOf(many, 1)).first(named('rita'), 1)).toBeNull()
    expectFirst(many, named('rita', 2), 1)
  })

  it('is a copy: what becomes of the index later is not in it', () => {
    const index = indexOf(3, () => ({}))
    const glance = new Glance(structuredClone(glanceOf(index, 1)))
    const before = index.slice(named(''), 0, 9, NOW).uids
    index.remove([uidOf(0)])
    expect(glance.first(named(''), 9)).toEqual(before)
  })
})

describe('keeping a glance', () => {
  function keeping() {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const index = indexOf(3, () => ({}))
    const taken: PromiseWithResolvers<GlanceData | null>[] = []
    const kept = new KeptGlance(() => {
      const take = Promise.withResolvers<GlanceData | null>()
      taken.push(take)
      return take.promise
    })
    onTestFinished(() => kept.close())
    const give = async (revision: number | null) => {
      taken.at(-1)?.resolve(revision === null ? null : glanceOf(index, revision))
      await vi.advanceTimersByTimeAsync(0)
    }
    return { kept, taken, give }
  }

  it('takes the first at once, and the next in a quiet moment after the last of many changes', async () => {
    const { kept, taken, give } = keeping()
    kept.renew(1)
    await vi.advanceTimersByTimeAsync(0)
    await give(1)
    expect(kept.present?.first(named(''), 9)).toHaveLength(3)
    for (const revision of [2, 3, 4]) {
      kept.renew(revision)
      expect(kept.present).toBeNull()
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(taken).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(taken).toHaveLength(2)
    await give(4)
    expect(kept.present).not.toBeNull()
  })

  it('keeps none that a change has overtaken, that is not there yet, or that comes after the end', async () => {
    const { kept, taken, give } = keeping()
    kept.renew(1)
    await vi.advanceTimersByTimeAsync(300)
    kept.renew(2)
    await give(1)
    expect(kept.present).toBeNull()
    await vi.advanceTimersByTimeAsync(300)
    await give(null)
    expect(kept.present).toBeNull()
    kept.renew(3)
    await vi.advanceTimersByTimeAsync(300)
    kept.close()
    await give(3)
    expect(kept.present).toBeNull()
    expect(taken).toHaveLength(3)
  })

  it('outlives a worker that fails: the next change asks again', async () => {
    const { kept, taken, give } = keeping()
    kept.renew(1)
    await vi.advanceTimersByTimeAsync(300)
    taken[0]?.reject(new Error('no worker'))
    await vi.advanceTimersByTimeAsync(0)
    expect(kept.present).toBeNull()
    kept.renew(2)
    await vi.advanceTimersByTimeAsync(300)
    await give(2)
    expect(kept.present).not.toBeNull()
  })
})
