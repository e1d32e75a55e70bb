/** Handwritten requests over a real connection, which no client library sends. */
import { connect, type Socket } from 'node:net'

export interface RawConnection {
  readonly socket: Socket
  /** All received text. */
  readonly text: () => string
  /** Resolves when the connection ends. */
  readonly ended: Promise<void>
}

/** Connects to `url` and sends `text`. A reset counts as an end. */
export function openRaw(url: string, text: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<RawConnection>()
  const ended = Promise.withResolvers<void>()
  let received = ''
  const socket = connect({ host: hostname, port: Number(port) })
  socket.setEncoding('utf8')
  socket.on('data', (part) => {
    received += String(part)
  })
  socket.on('error', reject)
  socket.on('close', () => ended.resolve())
  socket.on('connect', () => {
    socket.write(text)
    resolve({ socket, text: () => received, ended: ended.promise })
  })
  return promise
}

/** The head of a request, with CRLF line ends. */
export const rawHead = (line: string, headers: Readonly<Record<string, string | number>> = {}) =>
  [
    `${line} HTTP/1.1`,
    'host: farol',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')

/** Sends `part` repeatedly until the connection ends or `times` are over. */
export function trickle({ socket }: RawConnection, part: string, everyMs: number, times = Infinity): void {
  let sent = 0
  const timer = setInterval(() => {
    if (socket.destroyed || !socket.writable || sent >= times) clearInterval(timer)
    else socket.write(part)
    sent += 1
  }, everyMs)
  socket.once('close', () => clearInterval(timer))
}
