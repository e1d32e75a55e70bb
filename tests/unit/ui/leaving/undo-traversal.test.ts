/** Back that leaves the page where it is, pressed once and again before the browser has returned. docs/rules.md#leaving */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { traversalUndo } from '../../../../src/ui/leaving/undo-traversal.ts'

const HOME = 5

/** A browser's history: a step takes a while, and one that is asked for meanwhile may take its place. */
class FakeHistory {
  place = HOME
  acted = 0
  readonly heard: number[] = []
  readonly #undo = traversalUndo({ place: () => this.place, go: (steps) => this.go(steps) })
  #pending: { steps: number; timer: ReturnType<typeof setTimeout> } | null = null
  dropsPending = false

  go(steps: number): void {
    if (steps === 0) throw new Error('zero steps load the page anew')
    if (this.#pending !== null && this.dropsPending) clearTimeout(this.#pending.timer)
    const timer = setTimeout(() => {
      this.place += steps
      if (this.#undo.onPop()) this.#routerHears()
    }, 10)
    this.#pending = { steps, timer }
  }

  /** The router blocks each Back, as it does under a layer. */
  #routerHears(): void {
    this.heard.push(this.place)
    if (this.place === HOME) return
    this.#undo.begin(HOME, () => {
      this.acted++
    })
    this.go(HOME - this.place)
  }
}

let history: FakeHistory
beforeEach(() => {
  vi.useFakeTimers()
  history = new FakeHistory()
})
afterEach(() => void vi.useRealTimers())

test('Back acts once the entry is the own one again', async () => {
  history.go(-1)
  await vi.advanceTimersByTimeAsync(15)
  expect(history).toMatchObject({ place: HOME - 1, acted: 0 })
  await vi.advanceTimersByTimeAsync(10)
  expect(history).toMatchObject({ place: HOME, acted: 1, heard: [HOME - 1, HOME] })
})

test.each([
  ['before the browser returns', false, 12],
  ['in place of the return', true, 12],
  ['with the first', false, 0],
  ['while the return is under way', false, 15],
  ['after the return', false, 25],
])('Back twice: the second %s', async (_, dropsPending, after) => {
  history.dropsPending = dropsPending
  history.go(-1)
  await vi.advanceTimersByTimeAsync(after)
  history.go(-1)
  await vi.advanceTimersByTimeAsync(3000)
  expect(history).toMatchObject({ place: HOME, acted: 2 })
  // The router counts one return for each Back that it blocks.
  expect(history.heard).toEqual([HOME - 1, HOME, HOME - 1, HOME])
})
