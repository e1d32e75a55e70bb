/**
 * `npm run restore -- FILE` restores a backup into the empty database of DATABASE_URL or DATA_DIR and the empty FILES_DIR or
 * FILES_URL, while no server runs. docs/operations.md#back-up-and-restore
 */
import { parseArgs } from 'node:util'
import { asCommand } from './as-command.ts'
import { BackupRefused, reasonAtTerminal } from './backup/refused.ts'
import { restore, verify } from './backup/restore.ts'
import { restoredSentence } from './backup/sentences.ts'
import { readConfig } from './config.ts'
import { configuredStore, openStore } from './db/store.ts'
import { createIntegrations } from './integrations/integrations.ts'

const USAGE = 'Uso: npm run restore -- ARQUIVO'

async function main(): Promise<string> {
  const {
    positionals: [file, ...more],
  } = parseArgs({ allowPositionals: true })
  if (file === undefined || more.length > 0) throw new BackupRefused(USAGE)
  const config = readConfig(process.env)
  const verified = await verify(file, config.backup.key)
  const store = await openStore(configuredStore(config))
  try {
    await restore(verified, { store, files: createIntegrations(config.integrations).files })
    return restoredSentence(verified)
  } finally {
    await store.close()
  }
}

await asCommand(main, reasonAtTerminal)
