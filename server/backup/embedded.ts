import { access } from 'node:fs/promises'
import { embeddedFolder } from '../db/store.ts'
import { BackupRefused } from './refused.ts'

/** Throws a BackupRefused if there is no embedded database, because opening it would create one. */
export async function needsEmbedded(dataDir: string): Promise<void> {
  await access(embeddedFolder(dataDir)).catch((error: unknown) => {
    throw new BackupRefused(`Em ${dataDir} não há banco embutido. Diga com DATA_DIR onde ele está.`, {
      cause: error,
    })
  })
}
