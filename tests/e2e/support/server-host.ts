/**
 * One process for the servers of a whole run, each on its own port and data folder: the code is loaded once, which costs three
 * times as much as the start of a server. PUT /port begins one with the settings of the body, DELETE /port stops it.
 */
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { readConfig } from '../../../server/base/config.ts'
import { sayTo } from '../../../server/base/say.ts'
import { startServer } from '../../../server/entry/start-server.ts'

const settings = z.record(z.string(), z.string())
const running = new Map<string, { stop(): Promise<void> }>()

const host = createServer((request, response) => {
  const port = (request.url ?? '').slice(1)
  const work = async () => {
    if (request.method === 'DELETE') {
      await running.get(port)?.stop()
      running.delete(port)
      return
    }
    const config = readConfig({ ...process.env, ...settings.parse(await json(request)) })
    running.set(port, await startServer(config, sayTo(process.stdout)))
  }
  work().then(
    () => response.end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
host.listen(Number(process.env.HOST_PORT), '127.0.0.1')
