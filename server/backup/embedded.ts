import { access } from 'node:fs/promises'
import { embeddedFolder } from '../db/store.ts'
import { BackupRefused } from './refused.ts'

/** Throws a BackupRefused where no embedded database lies: to open one would make it. */
export async function needsEmbedded(dataDir: string): Promise<void> {
  await access(embeddedFolder(dataDir)).catch((error: unknown) => {
    throw new BackupRefused(`Em ${dataDir} não há banco embutido. Diga com DATA_DIR onde ele está.`, {
      cause: error,
    })
  })
}
