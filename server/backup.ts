/**
 * `npm run backup -- --to FOLDER` makes a backup, in BACKUP_DIR where no folder is given, while people work. A server that
 * holds an embedded database makes it itself. `-- --verify FILE` restores one into a scratch database and counts. docs/operations.md#back-up-and-restore
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { askForBackup } from './backup/asked.ts'
import { type checkedSchema } from './backup/checks.ts'
import { needsEmbedded } from './backup/embedded.ts'
import type { Made } from './backup/make.ts'
import { BackupRefused, reasonAtTerminal } from './backup/refused.ts'
import { rehearse } from './backup/rehearse.ts'
import { recordedBackup } from './backup/runs.ts'
import { checkedSentence, madeSentence } from './backup/sentences.ts'
import { type Config, readConfig } from './base/config.ts'
import { asCommand } from './context/as-command.ts'
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

/** Restores the backup into a scratch database and counts. */
const check = ({ backup, dataDir }: Config, file: string) => rehearse(resolve(file), backup.key, dataDir)

/** For the server, which records how it ended. */
async function checkedJson(config: Config, file: string): Promise<string> {
  const checked: z.infer<typeof checkedSchema> = await check(config, file).catch((error: unknown) => ({
    problem: reasonAtTerminal(error),
  }))
  return JSON.stringify(checked)
}

async function main(): Promise<string> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      verify: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const config = readConfig(process.env)
  if (values.verify !== undefined)
    return values.json
      ? checkedJson(config, values.verify)
      : checkedSentence(await check(config, values.verify))
  const folder = values.to ?? config.backup.dir
  if (folder === null) throw new BackupRefused(NO_FOLDER)
  const dir = resolve(folder)
  return madeSentence(await make(config, dir), dir)
}

const FAILED = process.argv.includes('--verify')
  ? 'A cópia não pôde ser restaurada.'
  : 'A cópia não foi feita.'
await asCommand(main, (error) => `${FAILED} ${reasonAtTerminal(error)}`)
