/**
 * The server is killed several times while devices push. Every acknowledged command is stored exactly once.
 * Runs on the embedded database and on PostgreSQL, or on the one of them that TEST_DATABASE names. FAULT_ROUNDS is the number of
 * kills.
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { findPostgres } from '../../scripts/find/postgres.ts'
import { openStore, type StoreConfig } from '../../server/db/store.ts'
import { type PostgresServer, startPostgres } from '../api/support/postgres-server.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { prepare } from './support/prepared.ts'
import { Pushers } from './support/pushers.ts'
import { type ServerProcess, startProcess } from './support/server-process.ts'

const ROUNDS = Number(process.env.FAULT_ROUNDS || 3)
const PUSHERS = 6
const hasPostgres = (await findPostgres()) !== null
const chosen = z
  .enum(['pglite', 'postgres'])
  .optional()
  .parse(process.env.TEST_DATABASE || undefined)
const onPglite = chosen !== 'postgres' || !hasPostgres
const onPostgres = chosen !== 'pglite' && hasPostgres

let folder: string
let postgres: PostgresServer | null = null
const running = new Set<ServerProcess>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-kill-'))
  if (onPostgres) postgres = await startPostgres({ dir: join(folder, 'postgres') })
}, 120_000)
afterAll(async () => {
  for (const server of running) await server.kill()
  await postgres?.stop()
  await removeFolder(folder)
})

async function survivesKills(database: Record<string, string>, config: StoreConfig): Promise<void> {
  const pushers = new Pushers(await prepare(config, PUSHERS))
  let server = await startProcess(database)
  running.add(server)
  pushers.start(server.address)
  for (let round = 0; round < ROUNDS; round++) {
    // The number varies so that each kill hits another point of the work.
    await pushers.progress(10 + ((round * 7) % 23))
    await server.kill()
    running.delete(server)
    server = await startProcess(database)
    running.add(server)
    pushers.moveTo(server.address)
  }
  await pushers.progress(10)
  await pushers.drain()
  await server.stop()
  running.delete(server)
  expect(pushers.statuses.get(0), 'no kill met a request in flight').toBeGreaterThan(0)
  const store = await openStore(config)
  try {
    await pushers.check(store)
  } finally {
    await store.close()
  }
}

const timeout = ROUNDS * 60_000 + 60_000

test.runIf(onPglite)(
  'a server killed under load on the embedded database loses no acknowledged command and applies none twice',
  { timeout },
  async () => {
    const dataDir = join(folder, 'data')
    await survivesKills({ DATA_DIR: dataDir }, { dataDir })
  },
)

test.runIf(onPostgres)(
  'a server killed under load on PostgreSQL loses no acknowledged command and applies none twice',
  { timeout },
  async () => {
    const url = (await postgres?.newDatabase('kills')) ?? ''
    await survivesKills({ DATABASE_URL: url }, { url })
  },
)
