/** The worker thread of PGlite. PGlite blocks its thread while it works, and the server's thread must stay free. */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { z } from 'zod'
import type { FromThread, ToThread } from './pglite-messages.ts'
import { PgliteSession } from './pglite-session.ts'
import { valueParsers } from './value-parsers.ts'

const { dataDir, image } = z
  .object({ dataDir: z.string().nullable(), image: z.instanceof(Uint8Array).nullable() })
  .parse(workerData)
const port = parentPort
if (port === null) throw new Error('pglite-thread runs in a worker thread only')

const answer = (message: FromThread) => port.postMessage(message)
const database = await PGlite.create({
  ...(dataDir === null ? {} : { dataDir }),
  ...(image === null ? {} : { loadDataDir: new Blob([image]) }),
  parsers: { ...valueParsers },
})
const session = await PgliteSession.begin(database)
const listening = new Map<string, () => Promise<void>>()

async function handle(message: ToThread): Promise<FromThread> {
  switch (message.kind) {
    case 'query': {
      const result = await session.query(message.sql, message.parameters)
      return { kind: 'rows', id: message.id, ...result }
    }
    case 'listen': {
      const { channel } = message
      if (!listening.has(channel)) {
        const stop = await database.listen(channel, (payload) =>
          answer({ kind: 'notification', channel, payload }),
        )
        listening.set(channel, () => stop())
      }
      return { kind: 'rows', id: message.id, rows: [], affected: 0 }
    }
    case 'dump': {
      const file = await database.dumpDataDir('gzip')
      return { kind: 'dump', id: message.id, bytes: new Uint8Array(await file.arrayBuffer()) }
    }
    case 'close':
      await database.close()
      return { kind: 'rows', id: message.id, rows: [], affected: 0 }
  }
}

port.on('message', (message: ToThread) => {
  handle(message).then(answer, (error: unknown) => {
    const fields =
      error instanceof Error ? { message: error.message, ...pgFields(error) } : { message: String(error) }
    answer({ kind: 'failed', id: message.id, error: fields })
  })
})

/**
 * The fields of a PostgreSQL error. Properties of an Error are lost between threads, so they are sent as plain
 * fields.
 */
function pgFields(error: Error): Record<string, string> {
  const kept = ['code', 'detail', 'constraint', 'table', 'column', 'hint'] as const
  const all = new Map<string, unknown>(Object.entries(error))
  return Object.fromEntries(
    kept.flatMap((name) => (typeof all.get(name) === 'string' ? [[name, String(all.get(name))]] : [])),
  )
}

answer({ kind: 'ready' })
