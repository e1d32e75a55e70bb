/** When the page without login sends what waits. Node has no IndexedDB, so the queue stays in memory. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SHORTEST_FILLING_MS } from '../../../src/domain/indication/shortest-filling.ts'
import { drop, enqueue, flush, readQueue, type Waiting } from '../../../src/indication-page/queue.ts'

const NOW = Date.parse('2026-11-25T12:00:00.000Z')
const waiting = (key: string, rest: Partial<Waiting> = {}): Waiting => ({
  key,
  label: key,
  queuedAt: NOW,
  notBefore: 0,
  body: {},
  problem: null,
  ...rest,
})

let sent: (string | null)[]
beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  sent = []
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get('idempotency-key'))
    return Promise.resolve(Response.json({ status: 'success', message: 'Lead salvo com sucesso!' }))
  })
})
afterEach(async () => {
  for (const { key } of await readQueue()) await drop(key)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('any sending waits until the server takes the indication, after those that may go', async () => {
  await enqueue([waiting('old'), waiting('new', { queuedAt: NOW + 1, notBefore: NOW + 3000 })])
  // The page was opened again.
  const sending = flush()
  await vi.advanceTimersByTimeAsync(2999)
  expect(sent).toEqual(['old'])
  await vi.advanceTimersByTimeAsync(1)
  await sending
  expect(sent).toEqual(['old', 'new'])
  expect(await readQueue()).toEqual([])
})

test('what is queued during that wait is sent too', async () => {
  await enqueue([waiting('first', { notBefore: NOW + 3000 })])
  const sending = flush()
  await vi.advanceTimersByTimeAsync(1000)
  await enqueue([waiting('second', { queuedAt: NOW + 1000 })])
  await vi.advanceTimersByTimeAsync(2000)
  await sending
  expect(sent).toEqual(['first', 'second'])
})

test('a clock that was set back holds nothing longer than the shortest filling', async () => {
  await enqueue([waiting('one', { notBefore: NOW + 3_600_000 })])
  const sending = flush()
  await vi.advanceTimersByTimeAsync(SHORTEST_FILLING_MS)
  await sending
  expect(sent).toEqual(['one'])
})
