/** A receiver of webhooks that can fail in every way that the network allows. It judges each signature with its own reading of the standard. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Arrived {
  readonly id: string
  readonly timestamp: number
  readonly signatures: readonly string[]
  readonly headers: IncomingMessage['headers']
  readonly path: string
  readonly body: string
}

export type Behaviour =
  | { readonly kind: 'answers'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Takes the request and never answers. */
  | { readonly kind: 'silent' }
  /** A good head, and then a byte now and then, without an end. */
  | { readonly kind: 'trickles' }
  /** Closes the connection instead of a head. */
  | { readonly kind: 'hangs-up' }
  /** A good head that promises more than comes. */
  | { readonly kind: 'breaks-off' }
  /** Bytes that are no HTTP. */
  | { readonly kind: 'babbles' }
  /** A good head and a body without an end, as fast as it is read. */
  | { readonly kind: 'floods' }
  /** The answer waits for this. */
  | { readonly kind: 'late'; readonly until: Promise<void> }

export interface WebhookPeer {
  readonly url: string
  readonly arrived: Arrived[]
  behaviour: Behaviour | ((arrived: Arrived) => Behaviour)
  /** How many requests are being answered now, and the most that were at once. */
  readonly atOnce: { now: number; most: number }
  stop(): Promise<void>
}

export const OK: Behaviour = { kind: 'answers', status: 200 }

/** Whether one of the signatures is this secret's, by the standard: HMAC-SHA256 of id, time and body. */
export function isSignedWith(secret: string, { id, timestamp, body, signatures }: Arrived): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/u, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return signatures.includes(`v1,${expected}`)
}

function flood(response: ServerResponse): void {
  const chunk = Buffer.alloc(16_384, 'x')
  const more = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

async function behave(behaviour: Behaviour, response: ServerResponse, socket: Socket): Promise<void> {
  switch (behaviour.kind) {
    case 'answers':
      response.writeHead(behaviour.status, behaviour.headers ?? {}).end('{}')
      return
    case 'silent':
      return
    case 'trickles': {
      response.writeHead(200)
      const timer = setInterval(() => response.write(' '), 20)
      response.once('close', () => clearInterval(timer))
      return
    }
    case 'hangs-up':
      socket.destroy()
      return
    case 'breaks-off':
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc')
      return
    case 'babbles':
      socket.end('220 mail.example.com ESMTP\r\n')
      return
    case 'floods':
      response.writeHead(200)
      flood(response)
      return
    case 'late':
      await behaviour.until
      response.writeHead(200).end('{}')
  }
}

export async function startWebhookPeer(): Promise<WebhookPeer> {
  const server = createServer((request, response) => {
    peer.atOnce.now += 1
    peer.atOnce.most = Math.max(peer.atOnce.most, peer.atOnce.now)
    response.once('close', () => {
      peer.atOnce.now -= 1
    })
    void text(request).then((body) => {
      const { headers, url: path = '' } = request
      const one: Arrived = {
        id: String(headers['webhook-id']),
        timestamp: Number(headers['webhook-timestamp']),
        signatures: String(headers['webhook-signature']).split(' '),
        headers,
        path,
        body,
      }
      peer.arrived.push(one)
      const { behaviour } = peer
      return behave(typeof behaviour === 'function' ? behaviour(one) : behaviour, response, request.socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const peer: WebhookPeer = {
    url: `http://127.0.0.1:${port}`,
    arrived: [],
    behaviour: OK,
    atOnce: { now: 0, most: 0 },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return peer
}
