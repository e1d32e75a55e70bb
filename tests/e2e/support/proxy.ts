/** A wire that a test can cut: passes everything on to the server, and can lose the answer of a request that arrived. */
import { createServer, request, type Server } from 'node:http'

export class Proxy {
  readonly url: string
  readonly #server: Server
  /** Called when the server has answered the path, before the device hears of it; true loses the answer. */
  loseAnswer: ((path: string) => Promise<boolean>) | null = null
  /** True: the request never arrives. */
  refuse: ((path: string) => boolean) | null = null

  private constructor(server: Server, port: number) {
    this.#server = server
    this.url = `http://localhost:${port}`
  }

  static async to(target: number): Promise<Proxy> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const proxy = new Proxy(server, address.port)
    server.on('request', (incoming, outgoing) => {
      if (proxy.refuse?.(incoming.url ?? '')) {
        outgoing.destroy()
        return
      }
      const onward = request(
        {
          host: '127.0.0.1',
          port: target,
          path: incoming.url,
          method: incoming.method,
          headers: incoming.headers,
        },
        (answer) => {
          const pass = (lost: boolean) => {
            if (lost) {
              outgoing.destroy()
              return
            }
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
            answer.on('error', () => outgoing.destroy())
            answer.pipe(outgoing)
          }
          const asked = proxy.loseAnswer?.(incoming.url ?? '') ?? Promise.resolve(false)
          asked.then(pass, () => outgoing.destroy())
        },
      )
      onward.on('error', () => outgoing.destroy())
      outgoing.on('close', () => onward.destroy())
      incoming.pipe(onward)
    })
    return proxy
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
