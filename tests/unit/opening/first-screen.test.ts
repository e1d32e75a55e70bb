/** What waits for the first painting begins one by one, after the store's code: docs/architecture.md#opening */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const store = vi.hoisted(() => ({ load: () => Promise.resolve() }))
vi.mock('../../../src/db/store.ts', () => ({ loadStoreInSteps: () => store.load() }))

const listeners = new Set<() => void>()
const tap = () => {
  for (const listener of listeners) listener()
}

function stubDocument(hidden: boolean): void {
  vi.stubGlobal('document', {
    hidden,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  })
}

beforeEach(() => {
  listeners.clear()
  vi.useFakeTimers()
  vi.resetModules()
  stubDocument(false)
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => setTimeout(paint, 16))
  store.load = () => Promise.resolve()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const firstScreen = () => import('../../../src/opening/first-screen.ts')

it('lets those who wait begin in their order, each in a task of its own', async () => {
  const { firstScreenShown, reportFirstScreen } = await firstScreen()
  const begun: string[] = []
  /** How many had begun at the end of each one's task. */
  const counts: number[] = []
  for (const name of ['one', 'two', 'three'])
    void firstScreenShown().then(async () => {
      begun.push(name)
      for (let step = 0; step < 50; step++) await Promise.resolve()
      counts.push(begun.length)
    })
  reportFirstScreen()
  await vi.advanceTimersByTimeAsync(30)
  expect(begun).toEqual([])
  await vi.advanceTimersByTimeAsync(10)
  expect(begun).toEqual(['one', 'two', 'three'])
  expect(counts).toEqual([1, 2, 3])
  // Later callers do not wait.
  await firstScreenShown()
})

it('lets all of them begin at once in a hidden tab, whose timers are slow', async () => {
  stubDocument(true)
  const { beginFirstScreen, firstScreenShown } = await firstScreen()
  const begun: string[] = []
  for (const name of ['one', 'two', 'three']) void firstScreenShown().then(() => begun.push(name))
  beginFirstScreen()
  await vi.advanceTimersByTimeAsync(4000)
  expect(begun).toEqual(['one', 'two', 'three'])
})

it.each([
  ['fails', () => Promise.reject(new TypeError('offline')), 0],
  ['does not come', () => new Promise<never>(() => undefined), 1000],
])('lets them begin although the code of the store %s', async (_, load, afterMs) => {
  store.load = load
  const { firstScreenShown, reportFirstScreen } = await firstScreen()
  let begun = false
  void firstScreenShown().then(() => {
    begun = true
  })
  reportFirstScreen()
  await vi.advanceTimersByTimeAsync(32 + afterMs - 1)
  if (afterMs > 0) expect(begun).toBe(false)
  await vi.advanceTimersByTimeAsync(5)
  expect(begun).toBe(true)
})

it('ends the wait of a hidden tab that never paints', async () => {
  const { beginFirstScreen, firstScreenShown } = await firstScreen()
  let begun = false
  beginFirstScreen()
  void firstScreenShown().then(() => {
    begun = true
  })
  await vi.advanceTimersByTimeAsync(3999)
  expect(begun).toBe(false)
  await vi.advanceTimersByTimeAsync(2)
  expect(begun).toBe(true)
})

it('lets what a tap opens go first: the store and all others wait for it', async () => {
  const { afterFirstPainting, firstScreenShown, reportFirstScreen } = await firstScreen()
  const begun: string[] = []
  for (const name of ['one', 'two']) void firstScreenShown().then(() => begun.push(name))
  void afterFirstPainting().then(() => begun.push('what the first tap opens'))
  reportFirstScreen()
  for (let ms = 0; begun.length === 0; ms++) await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['what the first tap opens'])
  tap()
  await vi.advanceTimersByTimeAsync(390)
  expect(begun).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(40)
  expect(begun).toEqual(['what the first tap opens', 'one', 'two'])
  expect(listeners.size).toBe(0)
})
