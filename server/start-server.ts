/** Opens the database, brings it up to date and listens; answers how to stop. */

import { buildApp } from './app.ts'
import type { AppContext } from './app-context.ts'
import type { Config } from './config.ts'
import { ensureEpoch } from './db/epoch.ts'
import { migrate } from './db/migrate.ts'
import { openStore, type Store } from './db/store.ts'
import { fillDemo, isEmpty } from './demo/fill-demo.ts'
import { createMetrics } from './metrics.ts'
import { keepHouse } from './sync/housekeeping.ts'
import { PokeHub } from './sync/poke-hub.ts'

const DEMO_LEADS = 2000

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
        await app.close()
        await stopHouse()
        await pokes.stop()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}
