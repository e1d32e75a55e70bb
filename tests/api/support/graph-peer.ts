/** Meta's Cloud API for tests: it takes messages, and fails in the ways in which it and the network do. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export type GraphFault =
  | { readonly kind: 'takes' }
  /** An error of Meta's, with its code. */
  | { readonly kind: 'error'; readonly status: number; readonly code: number }
  /** An error of something between, without Meta's words. */
  | { readonly kind: 'plain'; readonly status: number; readonly retryAfter?: string }
  /** It takes the message and says nothing. */
  | { readonly kind: 'silent' }
  /** It takes the message and closes the connection instead of an answer. */
  | { readonly kind: 'hangs-up' }
  /** A good answer that is none of Meta's. */
  | { readonly kind: 'strange' }

export interface GraphPeer {
  readonly url: string
  readonly asked: {
    readonly path: string
    readonly authorization: string | undefined
    readonly body: unknown
  }[]
  /** One after the other; the last one stays. */
  faults: readonly GraphFault[]
  /** Of the message that it takes next. */
  nextId(): string
  reset(): void
  stop(): Promise<void>
}

const TAKES: readonly GraphFault[] = [{ kind: 'takes' }]

function answer(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

export async function startGraphPeer(): Promise<GraphPeer> {
  const asked: GraphPeer['asked'] = []
  let count = 0
  const behave = (fault: GraphFault, response: ServerResponse) => {
    count += 1
    switch (fault.kind) {
      case 'takes':
        return answer(response, 200, {
          messaging_product: 'whatsapp',
          contacts: [{ input: '5511987654321', wa_id: '5511987654321' }],
          messages: [{ id: `wamid.TEST${count}`, message_status: 'accepted' }],
        })
      case 'error':
        return answer(response, fault.status, {
          error: {
            message: `(#${fault.code}) refused`,
            type: 'OAuthException',
            code: fault.code,
            fbtrace_id: 'A',
          },
        })
      case 'plain':
        response.writeHead(fault.status, {
          'content-type': 'text/html',
          ...(fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }),
        })
        return response.end('<html>')
      case 'strange':
        return answer(response, 200, { success: true })
      case 'hangs-up':
        return response.socket?.destroy()
      case 'silent':
        return undefined
    }
  }
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      asked.push({ path: request.url ?? '', authorization: request.headers.authorization, body })
      const [fault = { kind: 'takes' as const }, ...rest] = peer.faults
      if (rest.length > 0) peer.faults = rest
      behave(fault, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const peer: GraphPeer = {
    url: `http://127.0.0.1:${port}/v23.0`,
    asked,
    faults: TAKES,
    nextId: () => `wamid.TEST${count + 1}`,
    reset: () => {
      asked.length = 0
      peer.faults = TAKES
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return peer
}
