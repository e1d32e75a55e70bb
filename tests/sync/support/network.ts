/** The `fetch` between a device and the server in memory, with faults. */
import { pushRequestSchema } from '../../../src/contract/sync.ts'
import type { FakeServer } from './fake-server.ts'

type Fault = 'lost request' | 'lost answer' | 'server error' | 'captive portal' | 'busy' | 'session'

interface Call {
  readonly path: string
  readonly body: string
  /** A binary body, as text. */
  readonly bytes: string
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** Returns the error of `fetch` without a network. */
const noNetwork = () => new TypeError('Failed to fetch')

export class Network {
  readonly server: FakeServer
  /** Returns the fault of a request to this path; null: no fault. */
  fault: (path: string) => Fault | null = () => null
  /** Runs at each request, before the server gets it. */
  onRequest: (path: string) => void | Promise<void> = () => {}
  readonly requests: Call[] = []
  /** Whether the server offers its event stream. */
  streams = false
  /** True: the server answers an unknown token as revoked. */
  revokes = false
  #stream: ReadableStreamDefaultController<Uint8Array> | null = null

  constructor(server: FakeServer) {
    this.server = server
  }

  readonly fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input, 'http://farol.test')
    const body = typeof init.body === 'string' ? init.body : ''
    const bytes = init.body instanceof Blob ? await init.body.text() : ''
    const call = { path: url.pathname, body, bytes }
    if (init.signal?.aborted) throw init.signal.reason
    this.requests.push(call)
    await this.onRequest(call.path)
    const token = new Headers(init.headers).get('authorization')?.slice('Bearer '.length) ?? ''
    const answer = () => this.#answer(url, call, token)
    switch (this.fault(call.path)) {
      case 'lost request':
        throw noNetwork()
      case 'lost answer':
        answer()
        throw noNetwork()
      case 'server error':
        return json({ message: 'Erro interno.', code: 'internal' }, 500)
      case 'captive portal':
        return new Response('<html>Bem-vindo ao Wi-Fi</html>', { headers: { 'content-type': 'text/html' } })
      case 'busy':
        return json({ message: 'Muitos pedidos.', code: 'too_many_attempts' }, 429, { 'retry-after': '2' })
      case 'session':
        this.server.tokens.delete(token)
        return answer()
      case null:
        return answer()
    }
  }

  /** Whether the device has read what was said. */
  get isHeard(): boolean {
    return (this.#stream?.desiredSize ?? 0) > 0
  }

  /** Sends a text on the event stream. */
  say(text: string): void {
    this.#stream?.enqueue(new TextEncoder().encode(text))
  }

  endStream(): void {
    this.#stream?.close()
  }

  /** Returns the number of requests to the path. */
  count(path: string): number {
    return this.requests.filter((call) => call.path === path).length
  }

  #events(): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#stream = controller
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

  #answer(url: URL, call: Call, token: string): Response {
    if (!this.server.tokens.has(token)) {
      const revoked = this.revokes ? { revoked: true } : {}
      return json({ message: 'Entre novamente.', code: 'session', ...revoked }, 401)
    }
    if (url.pathname.startsWith('/api/sync/files/')) return this.#file(url.pathname, call.bytes)
    switch (url.pathname) {
      case '/api/sync':
        return json(this.server.pull(url.searchParams.get('cursor')))
      case '/api/sync/push':
        return this.#push(call.body)
      case '/api/sync/events':
        if (this.streams) return this.#events()
        return json({ message: 'Não encontrado.', code: 'not_found' }, 404)
      default:
        return json({ message: 'Não encontrado.', code: 'not_found' }, 404)
    }
  }

  #file(path: string, bytes: string): Response {
    if (this.server.takeFile(path.slice('/api/sync/files/'.length), bytes))
      return new Response(null, { status: 204 })
    return json(
      { message: 'O arquivo não é um PDF.', code: 'rule', errors: { file: ['Envie um PDF.'] } },
      422,
    )
  }

  #push(body: string): Response {
    try {
      return json(this.server.push(pushRequestSchema.parse(JSON.parse(body)).commands))
    } catch {
      return json({ message: 'Erro interno.', code: 'internal' }, 500)
    }
  }
}
