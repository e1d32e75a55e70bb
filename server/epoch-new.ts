/**
 * Begins another epoch after a restore that Farol could not notice: `npm run epoch:new`. Servers on a PostgreSQL may run
 * meanwhile. docs/operations.md
 */
import { sql } from 'kysely'
import { readConfig } from './base/config.ts'
import { asCommand } from './context/as-command.ts'
import { newEpoch } from './db/epoch.ts'
import { migrate } from './db/migrate.ts'
import { revocationsFile } from './db/revocations/file.ts'
import { configuredStore, openStore } from './db/store.ts'
import { reconcile } from './revocations/reconcile.ts'
import { revocationSentences } from './revocations/sentences.ts'
import { POKE_CHANNEL } from './sync/poke-hub.ts'

async function main(): Promise<string> {
  const config = readConfig(process.env)
  const store = await openStore(configuredStore(config))
  try {
    await migrate(store.db)
    // What the file names is carried out. Without it nothing ends: this command may run with another DATA_DIR.
    const reconciled = await reconcile(store, { isPutBack: false })
    await newEpoch(store.db)
    await sql`select pg_notify(${POKE_CHANNEL}, '*')`.execute(store.db)
    return [
      'Nova época iniciada. Cada aparelho baixa tudo outra vez; o que está na fila fica.',
      ...revocationSentences(reconciled, revocationsFile(config.dataDir)),
    ].join('\n')
  } finally {
    await store.close()
  }
}

await asCommand(main)
