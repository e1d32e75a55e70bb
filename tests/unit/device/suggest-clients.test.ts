/** A typed name is searched on the device first, and on the server after a longer pause: look-ups there are limited. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { suggestClients } from '../../../src/device/suggest-clients.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const sources = () => ({ here: vi.fn(async () => []), more: vi.fn(async () => []) })

test('the device is searched after 250 ms, the server after 600 ms', async () => {
  const { here, more } = sources()
  suggestClients({ here, more }, () => undefined)
  await vi.advanceTimersByTimeAsync(249)
  expect(here).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(here).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(349)
  expect(more).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(more).toHaveBeenCalledOnce()
})

test('typing on cancels the search of the server and further results', async () => {
  const { here, more } = sources()
  const show = vi.fn()
  const stop = suggestClients({ here, more }, show)
  await vi.advanceTimersByTimeAsync(500)
  expect(show).toHaveBeenCalledOnce()
  stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(more).not.toHaveBeenCalled()
  expect(show).toHaveBeenCalledOnce()
})
