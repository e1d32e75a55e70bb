/**
 * A proxy that a test controls: it forwards everything to the server, and can lose the answer of a request that
 * arrived.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** An answer in the server's place: of a captive portal, or of a broken server. */
export interface Impostor {
  readonly status: number
  readonly type: string
  readonly body: string
}

/** A poor connection. */
export interface Line {
  readonly latencyMs: number
  readonly bytesPerSecond: number
  /** The connection breaks after this many bytes of one answer. */
  readonly breaksAfter: number
}

/** The address for violation reports of the Content-Security-Policy. */
const REPORTS = '/policy-reports'

function askForReports({ 'content-security-policy': policy, ...headers }: IncomingHttpHeaders) {
  return policy === undefined
    ? headers
    : { ...headers, 'content-security-policy': `${String(policy)};report-uri ${REPORTS}` }
}

/** The interval between two parts of an answer on a poor connection, in ms. */
const SIP_MS = 50

async function trickle(
  answer: AsyncIterable<Buffer>,
  outgoing: ServerResponse,
  { latencyMs, bytesPerSecond, breaksAfter }: Line,
): Promise<void> {
  await pause(latencyMs)
  const sip = Math.max(1, Math.round((bytesPerSecond * SIP_MS) / 1000))
  let sent = 0
  for await (const chunk of answer)
    for (let from = 0; from < chunk.length; from += sip) {
      const part = chunk.subarray(from, from + sip)
      sent += part.length
      if (sent > breaksAfter || outgoing.destroyed) {
        outgoing.destroy()
        return
      }
      outgoing.write(part)
      await pause(SIP_MS)
    }
  outgoing.end()
}

export class Proxy {
  readonly url: string
  readonly #server: Server
  /** Called when the server has answered the path, before the answer is sent on; true loses the answer. */
  loseAnswer: ((path: string, method: string) => Promise<boolean>) | null = null
  /** True: the request never arrives. */
  refuse: ((path: string) => boolean) | null = null
  /** Answers in the server's place where it is not null. */
  impostor: ((path: string) => Impostor | null) | null = null
  /** The connection for answers to such paths. */
  line: ((path: string) => Line | null) | null = null
  /**
   * Requests of a window, a worker or a service worker that the Content-Security-Policy blocked; null: not recorded.
   */
  refusedByPolicy: string[] | null = null
  /** Changes the path on its way. */
  rewrite: (path: string) => string = (path) => path

  /** The port of the server behind it. */
  target: number

  private constructor(server: Server, { port, target }: { port: number; target: number }) {
    this.#server = server
    this.url = `http://localhost:${port}`
    this.target = target
  }

  /** A proxy on a free port, or on the port of an address of this machine. */
  static async to(target: number, at: { host: string; port: number } | null = null): Promise<Proxy> {
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(at?.port ?? 0, at?.host ?? '127.0.0.1', resolve)
    })
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const proxy = new Proxy(server, { port: address.port, target })
    server.on('request', (incoming, outgoing) => {
      if (proxy.refuse?.(incoming.url ?? '')) {
        outgoing.destroy()
        return
      }
      if (incoming.url === REPORTS) {
        void proxy.#takeReport(incoming, outgoing)
        return
      }
      const impostor = proxy.impostor?.(incoming.url ?? '') ?? null
      if (impostor !== null) {
        incoming.resume()
        outgoing.writeHead(impostor.status, { 'content-type': impostor.type }).end(impostor.body)
        return
      }
      const onward = request(
        {
          host: '127.0.0.1',
          port: proxy.target,
          path: proxy.rewrite(incoming.url ?? '/'),
          method: incoming.method,
          headers: incoming.headers,
        },
        (answer) => {
          const pass = (lost: boolean) => {
            if (lost) {
              outgoing.destroy()
              return
            }
            const { statusCode = 502, headers } = answer
            outgoing.writeHead(statusCode, proxy.refusedByPolicy === null ? headers : askForReports(headers))
            answer.on('error', () => outgoing.destroy())
            const line = proxy.line?.(incoming.url ?? '') ?? null
            if (line === null) answer.pipe(outgoing)
            else trickle(answer, outgoing, line).catch(() => outgoing.destroy())
          }
          const asked =
            proxy.loseAnswer?.(incoming.url ?? '', incoming.method ?? '') ?? Promise.resolve(false)
          asked.then(pass, () => outgoing.destroy())
        },
      )
      onward.on('error', () => outgoing.destroy())
      outgoing.on('close', () => onward.destroy())
      incoming.pipe(onward)
    })
    return proxy
  }

  async #takeReport(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.refusedByPolicy?.push(await text(incoming))
    outgoing.writeHead(204).end()
  }

  /** Passes everything on again, as at its beginning. */
  calm(): void {
    this.loseAnswer = null
    this.refuse = null
    this.impostor = null
    this.line = null
    this.refusedByPolicy = null
    this.rewrite = (path) => path
  }

  /** Breaks every open connection. */
  cut(): void {
    this.#server.closeAllConnections()
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
