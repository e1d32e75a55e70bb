/**
 * Is in front of the fake S3 service. S3 puts an object whole or not at all. The fake writes as the bytes arrive, so
 * this takes each request whole before it passes it on, one after the other.
 */
import { request as ask, createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Passed {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** The answer, whole. */
async function pass(
  to: number,
  { body, ...asked }: Passed,
): Promise<{ answer: IncomingMessage; body: Buffer }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    ask({ host: '127.0.0.1', port: to, ...asked }, resolve)
      .on('error', reject)
      .end(body)
  })
  return { answer, body: await buffer(answer) }
}

export async function startWholeObjects(to: number): Promise<{ port: number; stop: () => Promise<void> }> {
  let turn: Promise<unknown> = Promise.resolve()
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request
    // A request that breaks off throws here, and nothing is passed on.
    void buffer(request)
      .then((body) => {
        const mine = turn.then(() => pass(to, { method, path, headers, body }))
        turn = mine.catch(() => undefined)
        return mine
      })
      .then(({ answer, body }) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        response.end(body)
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
