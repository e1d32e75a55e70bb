/**
 * How long a caller may take to send: headers, an ordinary body, and an upload, which goes by its progress. A body that
 * trickles in for ever would hold its connection, with or without a token, answered or not.
 */
import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '../../src/contract/errors.ts'
import { HttpError } from './errors.ts'

/** In ms and bytes. */
export interface RequestLimits {
  /** From the first byte, or from the connection, to the end of the headers. */
  readonly headersMs: number
  /** From the headers to the end of a body; after an answer, of what is left of any. */
  readonly bodyMs: number
  /** An upload brings so much in each such time, or ends. */
  readonly progressMs: number
  readonly progressBytes: number
  /** Any request at all. */
  readonly requestMs: number
}

/** 10 MB at 12 kB a second just fit: a tablet on a bad line. */
export const REQUEST_LIMITS: RequestLimits = {
  headersMs: 15_000,
  bodyMs: 30_000,
  progressMs: 30_000,
  progressBytes: 16 * 1024,
  requestMs: 15 * 60_000,
}

/** Node's own clock for headers and whole requests looks so often. */
const CHECK_MS = 5000

/** Options for Fastify. */
export const serverLimits = ({ headersMs, requestMs }: RequestLimits) => ({
  requestTimeout: requestMs,
  http: {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(CHECK_MS, headersMs / 2),
    // Node would refuse without a word; `requireHost` has some.
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

/** Node's codes of what it could not read; others are 400. */
const STATUSES: ReadonlyMap<unknown, RawStatus> = new Map<unknown, RawStatus>([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
])

/** Answers by hand, where there is no reply to answer with or nobody who waits for it, and ends the connection. */
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

/** What Node could not read as a request, or did not get in time. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  endWith(socket, STATUSES.get(error.code) ?? 400)
}

/** HTTP/1.1 asks for a host. Throws 400. */
export function requireHost({ raw }: FastifyRequest): void {
  if (raw.httpVersion === '1.1' && raw.headers.host === undefined)
    throw new HttpError(400, 'invalid', SENTENCES[400])
}

/**
 * What a caller expects beyond '100-continue' is nothing that the server knows: it is answered as any other, not
 * without words.
 */
export function ignoreExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/** Requests whose body is being waited for, and how to go by its progress instead. */
const waiting = new WeakMap<IncomingMessage, () => void>()

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** To be called once for each request, before anything else looks at it. One without a body is not looked at again. */
export function limitBody({ raw }: FastifyRequest, reply: FastifyReply, limits: RequestLimits): void {
  const { socket } = raw
  // An injected request has no connection to hold.
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
  waiting.set(raw, byProgress)
  raw.once('close', stop)
}

/** A hook for routes that take files, after the caller is known: from here on the body ends by its progress. */
export async function uploadsByProgress({ raw }: FastifyRequest): Promise<void> {
  waiting.get(raw)?.()
}
