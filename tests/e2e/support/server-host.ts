/**
 * Runs as a process of its own: starts and stops servers on request, each on its own port and data folder. The code is
 * loaded once, which costs three times as much as the start of a server.
 */
import { z } from 'zod'
import { readConfig } from '../../../server/config.ts'
import { sayTo } from '../../../server/say.ts'
import { startServer } from '../../../server/start-server.ts'

const requestSchema = z.object({
  id: z.number(),
  /** The settings of a server that begins, or null: the server on this port stops. */
  env: z.record(z.string(), z.string()).nullable(),
  port: z.number(),
})

const running = new Map<number, { stop(): Promise<void> }>()

process.on('message', (message) => {
  const { id, env, port } = requestSchema.parse(message)
  const work = async () => {
    if (env === null) {
      await running.get(port)?.stop()
      running.delete(port)
    } else running.set(port, await startServer(readConfig({ ...process.env, ...env }), sayTo(process.stdout)))
  }
  work().then(
    () => process.send?.({ id, problem: null }),
    (error: unknown) => process.send?.({ id, problem: String(error) }),
  )
})
// Playwright's worker has ended.
process.on('disconnect', () => process.exit(0))
process.send?.({ id: 0, problem: null })
