/** A name is looked for on the device soon, on the server once the typing rests: each look-up there is counted. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { suggestClients } from '../../../../src/features/lead/form/suggest-clients.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const sources = () => ({ here: vi.fn(async () => []), more: vi.fn(async () => []) })

test('the device is asked after a quarter of a second, the server after six tenths', async () => {
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

test('who types on before that asks the server nothing, and is shown nothing of the earlier word', async () => {
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
