/** The meaning of each answer. Only an answer that matches the contract counts as the server's. */
import { afterEach, expect, test, vi } from 'vitest'
import { httpTransport } from '../../src/sync/transport-http.ts'

afterEach(() => {
  vi.useRealTimers()
})

const json = (body: unknown, init: { status?: number; headers?: Record<string, string> } = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  })
const request = { device_id: 'device-1', app_version: '0.1.0', commands: [] }
const signal = () => new AbortController().signal

function answering(answer: () => Response | Promise<Response>) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => answer())
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const html = { headers: { 'content-type': 'text/html' } }
const ok = { results: [], server_time: '2026-11-18T13:00:00.000Z' }

/** The connection breaks in the middle of the body. */
const brokenOff = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"results": ['))
        controller.error(new TypeError('network error'))
      },
    }),
    { headers: { 'content-type': 'application/json' } },
  )

test.each<[string, () => Response]>([
  ['a captive portal’s page', () => new Response('<html>Wi-Fi</html>', html)],
  ['JSON outside the contract', () => json({ status: 'ok' })],
  ['an answer that breaks off', brokenOff],
  ['an empty answer', () => json('')],
])('a pull takes %s for no page', async (_name, answer) => {
  answering(answer)
  const pulled = httpTransport('', 'secret').pull({ cursor: 'cursor', seen: null }, 10, signal())
  expect(await pulled).toMatchObject({ kind: 'offline' })
})

test.each<[string, () => Response, object]>([
  ['an answer of the contract', () => json(ok), { kind: 'ok', value: ok }],
  ['a captive portal’s page', () => new Response('<html>Wi-Fi</html>', html), { kind: 'offline' }],
  ['JSON outside the contract', () => json({ status: 'ok' }), { kind: 'offline' }],
  ['a truncated answer', () => json('{"results": ['), { kind: 'offline' }],
  ['an answer that breaks off', brokenOff, { kind: 'offline' }],
  ['an empty answer', () => json(''), { kind: 'offline' }],
  [
    'the page of a broken server',
    () => new Response('<h1>Internal Server Error</h1>', { ...html, status: 500 }),
    { kind: 'later', retryAfterMs: null },
  ],
  [
    'no network',
    () => {
      throw new TypeError('Failed to fetch')
    },
    { kind: 'offline' },
  ],
  ['a dead session', () => json({ message: 'x', code: 'session' }, { status: 401 }), { kind: 'session' }],
  ['a 401 of a proxy', () => new Response('<html>', { ...html, status: 401 }), { kind: 'offline' }],
  [
    'a 401 that does not end the session',
    () => json({ message: 'Proposta já cadastrada', code: 'proposal_taken' }, { status: 401 }),
    { kind: 'later', retryAfterMs: null, message: 'Proposta já cadastrada' },
  ],
  [
    'too many requests',
    () => json({ message: 'Aguarde.' }, { status: 429, headers: { 'retry-after': '7' } }),
    { kind: 'later', retryAfterMs: 7000, message: 'Aguarde.' },
  ],
  [
    'a gateway’s page',
    () => new Response('<html>', { ...html, status: 502 }),
    { kind: 'later', retryAfterMs: null },
  ],
  [
    'a server that requires a newer app',
    () => json({ message: 'Atualize.', code: 'app_too_old' }, { status: 426 }),
    { kind: 'too_old', message: 'Atualize.' },
  ],
])('a push maps %s to its outcome', async (_name, answer, expected) => {
  answering(answer)
  expect(await httpTransport('', 'secret').push(request, signal())).toMatchObject(expected)
})

test.each<[string, () => Response, object]>([
  ['a 204', () => new Response(null, { status: 204 }), { kind: 'ok', value: null }],
  [
    'a refusal as no document',
    () => json({ message: 'Não é um PDF.', errors: { file: ['Envie um PDF.'] } }, { status: 422 }),
    { kind: 'refused', message: 'Não é um PDF.', errors: { file: ['Envie um PDF.'] } },
  ],
  [
    'a refusal as too large',
    () => json({ message: 'O arquivo é grande demais.' }, { status: 413 }),
    { kind: 'refused', message: 'O arquivo é grande demais.', errors: {} },
  ],
  ['a proxy’s 413', () => new Response('<html>', { ...html, status: 413 }), { kind: 'offline' }],
  ['a captive portal’s page', () => new Response('<html>Wi-Fi</html>', html), { kind: 'offline' }],
  ['a dead session', () => json({ message: 'x', code: 'session' }, { status: 401 }), { kind: 'session' }],
  [
    'a server error',
    () => json({ message: 'Erro interno.' }, { status: 500 }),
    { kind: 'later', retryAfterMs: null, message: 'Erro interno.' },
  ],
  [
    'no network',
    () => {
      throw new TypeError('Failed to fetch')
    },
    { kind: 'offline' },
  ],
])('an upload maps %s to its outcome', async (_name, answer, expected) => {
  const fetched = answering(answer)
  const bytes = new Blob(['%PDF'], { type: 'application/pdf' })
  expect(await httpTransport('', 'secret').upload('file-1', bytes, signal())).toMatchObject(expected)
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('/api/sync/files/file-1')
  expect(init).toMatchObject({
    method: 'PUT',
    body: bytes,
    headers: { authorization: 'Bearer secret', 'content-type': 'application/pdf' },
  })
})

test('Retry-After may be a date', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-18T13:00:00Z'), toFake: ['Date'] })
  const headers = { 'retry-after': 'Wed, 18 Nov 2026 13:00:30 GMT' }
  answering(() => json({ message: 'Aguarde.' }, { status: 503, headers }))
  const exchange = await httpTransport('', 'secret').push(request, signal())
  expect(exchange).toMatchObject({ kind: 'later', retryAfterMs: 30_000 })
})

test('the token is sent in a header, never in a URL', async () => {
  const fetched = answering(() => new Response('', { status: 503 }))
  const transport = httpTransport('', 'secret')
  await transport.pull({ cursor: 'cursor', seen: null }, 10, signal())
  await transport.push(request, signal())
  await transport.events(() => {}, signal())
  for (const [url, init] of fetched.mock.calls) {
    expect(url).not.toContain('secret')
    expect(new Headers(init.headers).get('authorization')).toBe('Bearer secret')
  }
})

test('the clock offset is known as far as the exchange was short', async () => {
  answering(() => json(ok))
  const times = [Date.parse('2026-11-18T12:59:00Z'), Date.parse('2026-11-18T12:59:10Z')]
  const exchange = await httpTransport('', 'secret', () => times.shift() ?? 0).push(request, signal())
  expect(exchange).toMatchObject({ clockOffset: { least: 50_000, most: 60_000 } })
})

test.each([
  ['back', '2026-11-18T11:00:00Z'],
  ['forward', '2026-11-19T12:59:00Z'],
])('an exchange during which the clock is set %s gives no offset', async (_direction, received) => {
  answering(() => json(ok))
  const times = [Date.parse('2026-11-18T12:59:00Z'), Date.parse(received)]
  const exchange = await httpTransport('', 'secret', () => times.shift() ?? 0).push(request, signal())
  expect(exchange).toMatchObject({ kind: 'ok', clockOffset: null })
})

test('a hanging request ends when the engine stops, or after its time limit', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  vi.stubGlobal(
    'fetch',
    (_url: string, init: RequestInit) =>
      new Promise((_resolve, reject) =>
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      ),
  )
  const engine = new AbortController()
  const hanging = httpTransport('', 'secret').push(request, engine.signal)
  engine.abort()
  expect(await hanging).toEqual({ kind: 'offline' })
  expect(limits).toHaveBeenCalledWith(30_000)
})

test('a poke split over several pieces is recognised, and heartbeats are no pokes', async () => {
  const pieces = [
    ': connected\n\n',
    'event: po',
    'ke\ndata: {"at":"x"}\n\n: \n\n',
    ': \n\nevent: poke\ndata: {}\n\n',
  ]
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  answering(() => new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  const onPoke = vi.fn()
  await httpTransport('', 'secret').events(onPoke, signal())
  // One call for the opened stream, two for the pokes.
  expect(onPoke).toHaveBeenCalledTimes(3)
})
