/** Opens the database, brings it up to date and listens; answers how to stop. */

import { buildApp } from './app.ts'
import type { AppContext } from './app-context.ts'
import { pruneCommandLog } from './commands/run-command.ts'
import type { Config } from './config.ts'
import { ensureEpoch } from './db/epoch.ts'
import { migrate } from './db/migrate.ts'
import { openStore, type Store } from './db/store.ts'
import { fillDemo, isEmpty } from './demo/fill-demo.ts'
import { createMetrics } from './metrics.ts'
import { PokeHub } from './sync/poke-hub.ts'
import { pruneTombstones, TOMBSTONE_DAYS } from './sync/prune-tombstones.ts'

const DEMO_LEADS = 2000
const HOUSEKEEPING_MS = 6 * 3_600_000

export interface RunningServer {
  readonly address: string
  stop(): Promise<void>
}

async function prepare(store: Store, config: Config, say: (line: string) => void): Promise<string> {
  await migrate(store.db)
  if (config.demo && (await isEmpty(store))) {
    say('Banco vazio: criando dados de demonstração…')
    await fillDemo(store, { leads: DEMO_LEADS, now: new Date() })
  }
  return ensureEpoch(store.db)
}

/** Forgets what nobody can ask for any more, now and every few hours; answers the stop. */
function keepHouse(context: AppContext, warn: (error: unknown) => void): () => void {
  const clean = async () => {
    await pruneTombstones(context)
    await pruneCommandLog(context, TOMBSTONE_DAYS)
  }
  const timer = setInterval(() => void clean().catch(warn), HOUSEKEEPING_MS)
  return () => clearInterval(timer)
}

/** Throws DataDirInUse, or what the database or the port said. */
export async function startServer(config: Config, say: (line: string) => void): Promise<RunningServer> {
  const store = await openStore(
    config.databaseUrl === null ? { dataDir: config.dataDir } : { url: config.databaseUrl },
  )
  try {
    const epoch = await prepare(store, config, say)
    const pokes = new PokeHub()
    const context: AppContext = {
      store,
      config,
      epoch,
      now: () => Date.now(),
      metrics: createMetrics(),
      pokes,
    }
    await pokes.start(store)
    const app = await buildApp(context)
    const stopHouse = keepHouse(context, (error) => app.log.error({ err: error }, 'housekeeping failed'))
    const bound = new URL(await app.listen({ port: config.port, host: config.host }))
    return {
      address: `http://localhost:${bound.port}`,
      stop: async () => {
        stopHouse()
        await app.close()
        await pokes.stop()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}
