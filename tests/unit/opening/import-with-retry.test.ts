/** Code that does not come is asked for again, and the user hears of it: docs/gotchas.md */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const listening = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubGlobal('window', listening)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Code that fails so many times. */
function failing(times: number) {
  let asked = 0
  return {
    load: () => (++asked > times ? Promise.resolve('code') : Promise.reject(new TypeError('offline'))),
    asked: () => asked,
  }
}

it('asks again after five seconds, and as soon as a network is back', async () => {
  const { importWithRetry, isCodeMissing } = await import('../../../src/opening/import-with-retry.ts')
  const code = failing(2)
  const came = importWithRetry(code.load)
  await vi.advanceTimersByTimeAsync(4999)
  expect([code.asked(), isCodeMissing()]).toEqual([1, true])
  await vi.advanceTimersByTimeAsync(1)
  expect(code.asked()).toBe(2)
  listening.dispatchEvent(new Event('online'))
  expect(await came).toBe('code')
  expect([code.asked(), isCodeMissing()]).toEqual([3, false])
})

it('misses nothing while code is on its way', async () => {
  const { importWithRetry, isCodeMissing } = await import('../../../src/opening/import-with-retry.ts')
  const code = failing(0)
  const came = importWithRetry(code.load)
  expect(isCodeMissing()).toBe(false)
  expect(await came).toBe('code')
})
