/**
 * `npm run move:postgres` copies the embedded database of DATA_DIR into the empty PostgreSQL of DATABASE_URL, while the
 * server is stopped. docs/operations.md#move-to-postgresql
 */

import { needsEmbedded } from './backup/embedded.ts'
import { moveDatabase } from './backup/move.ts'
import { BackupRefused, reasonAtTerminal } from './backup/refused.ts'
import { movedSentence } from './backup/sentences.ts'
import { readConfig } from './base/config.ts'
import { asCommand } from './context/as-command.ts'
import { DataDirInUse } from './db/data-dir-lock.ts'
import { openStore } from './db/store.ts'

const NO_TARGET = 'Defina DATABASE_URL, o PostgreSQL vazio que recebe o banco.'

async function main(): Promise<string> {
  const { dataDir, databaseUrl } = readConfig(process.env)
  if (databaseUrl === null) throw new BackupRefused(NO_TARGET)
  await needsEmbedded(dataDir)
  const from = await openStore({ dataDir })
  const to = await openStore({ url: databaseUrl })
  try {
    return movedSentence(await moveDatabase(from, to))
  } finally {
    await to.close()
    await from.close()
  }
}

const explain = (error: unknown) =>
  error instanceof DataDirInUse
    ? `${error.message} O banco não foi movido: pare o servidor e repita este comando.`
    : `O banco não foi movido. ${reasonAtTerminal(error)}`

await asCommand(main, explain)
