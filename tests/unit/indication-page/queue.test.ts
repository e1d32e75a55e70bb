/** When the page without login sends what waits. Without IndexedDB the queue stays in memory. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SHORTEST_FILLING_MS } from '../../../src/domain/indication/shortest-filling.ts'
import { drop, enqueue, flush, isTaken, readQueue, type Waiting } from '../../../src/indication-page/queue.ts'
import { waitWords } from '../../../src/indication-page/wait-words.ts'

const NOW = Date.parse('2026-11-25T12:00:00.000Z')
const waiting = (key: string, rest: Partial<Waiting> = {}): Waiting => ({
  key,
  label: key,
  queuedAt: NOW,
  notBefore: 0,
  body: {},
  problem: null,
  typed: null,
  limitedUntil: 0,
  renewed: false,
  receipt: null,
  ...rest,
})

let sent: (string | null)[]
beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  sent = []
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('indexedDB', undefined)
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

/** Answers of the server, one call after the other. */
function answers(...all: Response[]): { readonly paths: string[] } {
  const paths: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    paths.push(path)
    const next = all.shift()
    return next === undefined ? Promise.reject(new Error('no answer')) : Promise.resolve(next)
  })
  return { paths }
}
const fail = (message: string, errors: Record<string, string[]> = {}) =>
  Response.json({ status: 'fail', message, errors })
const taken = () => Response.json({ status: 'successMail', message: 'Lead salvo com sucesso!' })

test('an old stamp is renewed by the page itself, once', async () => {
  const opened = () =>
    Response.json({
      name: 'Ana',
      stamp: 'new',
      insurances: [],
      controller: { name: '', contact: '' },
      cep: false,
    })
  const { paths } = answers(fail('Houve um Problema', { stamp: ['old'] }), opened(), taken())
  await enqueue([waiting('one', { body: { inviter_id: '3-abc', stamp: 'old' } })])
  const sending = flush()
  await vi.advanceTimersByTimeAsync(SHORTEST_FILLING_MS)
  await sending
  expect(paths).toEqual([
    '/api/leads/externalLead',
    '/api/externalInit?inviter_id=3-abc',
    '/api/leads/externalLead',
  ])
  expect(isTaken('one')).toBe(true)

  answers(fail('Houve um Problema', { stamp: ['old'] }), opened(), fail('Abra o link', { stamp: ['old'] }))
  await enqueue([waiting('two', { body: { inviter_id: '3-abc' }, renewed: true })])
  await flush()
  expect((await readQueue()).map(({ key, problem }) => [key, problem])).toEqual([
    ['two', 'Houve um Problema'],
  ])
  expect(isTaken('two')).toBe(false)
})

test('a limit is shown as a limit, with its minutes', async () => {
  answers(new Response('{}', { status: 429, headers: { 'retry-after': '1500' } }))
  await enqueue([waiting('one')])
  await flush()
  const left = await readQueue()
  expect(waitWords(left)).toBe('O limite de envios foi atingido: enviamos em 25 minutos.')
  vi.stubGlobal('navigator', { onLine: false })
  expect(waitWords([waiting('two')])).toBe('Será enviada quando a internet voltar.')
})
