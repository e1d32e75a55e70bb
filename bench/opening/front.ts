/** A server before Farol's: pages give it what they have seen of themselves, and all else goes on to Farol. */
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { Mark, Seen } from './watch.ts'

/** An address without the policy of other sites, and that no service worker answers. */
export const REPORTS = '/bench/seen'

interface Report {
  readonly mark: Mark
  readonly seen: Seen
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of message.setEncoding('utf8')) text += String(part)
  return text
}

export class Front {
  readonly url: string
  readonly #server: Server
  #hear: (report: Report) => void = () => undefined

  private constructor(server: Server, url: string) {
    this.#server = server
    this.url = url
  }

  static async before(url: string, port: number): Promise<Front> {
    const server = createServer()
    const front = new Front(server, `http://localhost:${port}`)
    server.on('request', (asked, answer) => {
      if (asked.url === REPORTS) {
        void textOf(asked).then((text) => {
          answer.writeHead(204).end()
          front.#hear(JSON.parse(text))
        })
        return
      }
      const { pathname, search } = new URL(asked.url ?? '/', url)
      const onward = request(
        url + pathname + search,
        { method: asked.method, headers: asked.headers },
        (got) => {
          answer.writeHead(got.statusCode ?? 502, got.headers)
          got.pipe(answer)
        },
      )
      onward.on('error', () => answer.destroy())
      answer.on('close', () => onward.destroy())
      asked.pipe(onward)
    })
    await new Promise<void>((resolve) => server.listen(port, resolve))
    return front
  }

  /** From now on `hear` gets the reports. */
  listen(hear: (report: Report) => void): void {
    this.#hear = hear
  }

  async stop(): Promise<void> {
    const stopped = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await stopped
  }
}
