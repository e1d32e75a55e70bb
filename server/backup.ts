/**
 * `npm run backup -- --to FOLDER` makes a backup, in BACKUP_DIR where no folder is given, while people work. A server that
 * holds an embedded database makes it itself. docs/operations.md#back-up-and-restore
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { asCommand } from './as-command.ts'
import { askForBackup } from './backup/asked.ts'
import { needsEmbedded } from './backup/embedded.ts'
import type { Made } from './backup/make.ts'
import { BackupRefused, reasonAtTerminal } from './backup/refused.ts'
import { recordedBackup } from './backup/runs.ts'
import { madeSentence } from './backup/sentences.ts'
import { type Config, readConfig } from './config.ts'
import { DataDirInUse } from './db/data-dir-lock.ts'
import { configuredStore, openStore, type Store } from './db/store.ts'
import { createIntegrations } from './integrations/integrations.ts'

const NO_FOLDER = 'Diga onde guardar a cópia: npm run backup -- --to PASTA, ou defina BACKUP_DIR.'

const NO_ANSWER = 'Esse processo não faz cópias. Espere-o terminar, ou pare-o, e repita.'

async function make(config: Config, dir: string): Promise<Made> {
  const { key } = config.backup
  if (config.databaseUrl === null) await needsEmbedded(config.dataDir)
  let store: Store
  try {
    store = await openStore(configuredStore(config))
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error
    const made = await askForBackup(config.dataDir, { dir, key })
    if (made === null) throw new BackupRefused(`${error.message} ${NO_ANSWER}`, { cause: error })
    return made
  }
  try {
    const source = { store, files: createIntegrations(config.integrations).files }
    return await recordedBackup(source, { dir, key, scheduled: false, ownDir: config.backup.dir })
  } finally {
    await store.close()
  }
}

async function main(): Promise<string> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const config = readConfig(process.env)
  const folder = values.to ?? config.backup.dir
  if (folder === null) throw new BackupRefused(NO_FOLDER)
  const dir = resolve(folder)
  return madeSentence(await make(config, dir), dir)
}

await asCommand(main, (error) => `A cópia não foi feita. ${reasonAtTerminal(error)}`)
