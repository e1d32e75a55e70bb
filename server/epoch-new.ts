/**
 * Begins another epoch after a restore that Farol could not notice: `npm run epoch:new`. Servers on a PostgreSQL may run
 * meanwhile. docs/operations.md
 */
import { sql } from 'kysely'
import { readConfig } from './config.ts'
import { newEpoch } from './db/epoch.ts'
import { migrate } from './db/migrate.ts'
import { configuredStore, openStore } from './db/store.ts'
import { makeNothingForOthers } from './private-files.ts'
import { POKE_CHANNEL } from './sync/poke-hub.ts'

async function main(): Promise<void> {
  const store = await openStore(configuredStore(readConfig(process.env)))
  try {
    await migrate(store.db)
    await newEpoch(store.db)
    await sql`select pg_notify(${POKE_CHANNEL}, '*')`.execute(store.db)
  } finally {
    await store.close()
  }
}

makeNothingForOthers()
main().then(
  () =>
    process.stdout.write(
      'Nova época iniciada. Cada aparelho baixa tudo outra vez; o que está na fila fica.\n',
    ),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
