/**
 * Time limits for receiving a request: headers, a body, and an upload, which must make progress. Without limits a
 * slow body would hold its connection for ever, with or without a token.
 */
import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '../../src/contract/errors.ts'
import { HttpError } from './errors.ts'

/** Times in ms. */
export interface RequestLimits {
  /** From the connection or the first byte to the end of the headers. */
  readonly headersMs: number
  /** From the headers to the end of the body. After an answer, for the rest of the body. */
  readonly bodyMs: number
  /** An upload must send `progressBytes` in each `progressMs`. */
  readonly progressMs: number
  readonly progressBytes: number
  /** For any request. */
  readonly requestMs: number
}

/** 10 MB at 12 kB a second just fit, which is a tablet on a poor connection. */
export const REQUEST_LIMITS: RequestLimits = {
  headersMs: 15_000,
  bodyMs: 30_000,
  progressMs: 30_000,
  progressBytes: 16 * 1024,
  requestMs: 15 * 60_000,
}

/** Interval at which Node checks its timeouts of headers and requests. */
const CHECK_MS = 5000

export const serverLimits = ({ headersMs, requestMs }: RequestLimits) => ({
  requestTimeout: requestMs,
  http: {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(CHECK_MS, headersMs / 2),
    // Node would refuse without a message; `requireHost` sends one.
    requireHostHeader: false,
  },
})

const STATUS_TEXTS = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
} as const
type RawStatus = keyof typeof STATUS_TEXTS

const SENTENCES: Readonly<Record<RawStatus, string>> = {
  400: 'Pedido inválido.',
  408: 'O pedido demorou demais para chegar. Envie-o novamente.',
  431: 'Os cabeçalhos do pedido são grandes demais.',
}

/** Statuses by Node's error code. Other codes are 400. */
const STATUSES: ReadonlyMap<unknown, RawStatus> = new Map<unknown, RawStatus>([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
])

/** Writes an answer to the socket and ends the connection, for requests without a usable reply. */
function endWith(socket: Socket, status: RawStatus): void {
  const body: ErrorBody = { message: SENTENCES[status], code: 'invalid' }
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_TEXTS[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
  socket.destroySoon()
}

/** Answers a request that Node could not parse or did not receive in time. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  endWith(socket, STATUSES.get(error.code) ?? 400)
}

/** HTTP/1.1 requires the host header. Throws HttpError 400. */
export function requireHost({ raw }: FastifyRequest): void {
  if (raw.httpVersion === '1.1' && raw.headers.host === undefined)
    throw new HttpError(400, 'invalid', SENTENCES[400])
}

/** Handles a request with an unknown `Expect` header like any other; Node would refuse it without a message. */
export function ignoreExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

interface BodyLimit {
  /** Switches to the progress limit, from now on. */
  readonly byProgress: () => void
  /** Nothing has to come meanwhile. */
  readonly pause: () => void
}

/** Requests with a pending body. */
const waiting = new WeakMap<IncomingMessage, BodyLimit>()

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Limits the time for the body. Call it once for each request, before all else. Does nothing without a body. */
export function limitBody({ raw }: FastifyRequest, reply: FastifyReply, limits: RequestLimits): void {
  const { socket } = raw
  // Injected requests (tests) have no socket.
  if (!(socket instanceof Socket) || !hasBody(raw)) return
  const end = () => {
    stop()
    if (raw.complete) return
    if (reply.raw.headersSent) socket.destroy()
    else endWith(socket, 408)
  }
  let timer = setTimeout(end, limits.bodyMs)
  const stop = () => {
    clearTimeout(timer)
    waiting.delete(raw)
  }
  const byProgress = () => {
    clearTimeout(timer)
    const { bytesRead } = socket
    timer = setTimeout(() => {
      const came = socket.bytesRead - bytesRead
      if (came < limits.progressBytes || reply.raw.writableEnded) end()
      else byProgress()
    }, limits.progressMs)
  }
  waiting.set(raw, { byProgress, pause: () => clearTimeout(timer) })
  raw.once('close', stop)
}

/** A hook for upload routes, after authentication: from here on the progress limit applies. */
export async function uploadsByProgress({ raw }: FastifyRequest): Promise<void> {
  waiting.get(raw)?.byProgress()
}

/** The server does not read the body yet, so that the sender can't make progress. `uploadsByProgress` ends that. */
export function pauseUpload({ raw }: FastifyRequest): void {
  waiting.get(raw)?.pause()
}
