/** An outside service for tests: returns the test's answers and records its requests. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}

export interface PeerAnswer {
  readonly status?: number
  readonly type?: string
  /** null: no answer, the connection stays open. */
  readonly body: string | null
  /** The answer waits for this. */
  readonly after?: Promise<void>
}

export interface Peer {
  readonly url: string
  readonly asked: Asked[]
  /** The answer from now on. */
  answer: PeerAnswer
  stop(): Promise<void>
}

export async function startPeer(): Promise<Peer> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      asked.push({
        method: request.method ?? '',
        path: request.url ?? '',
        authorization: request.headers.authorization,
        body,
      })
      const { status = 200, type = 'application/json', body: answer, after } = peer.answer
      if (answer === null) return
      await after
      response.writeHead(status, { 'content-type': type })
      response.end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const peer: Peer = {
    url: `http://127.0.0.1:${port}`,
    asked,
    answer: { body: '{}' },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return peer
}
