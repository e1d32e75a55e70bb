/**
 * Restores a backup into a scratch database beside the data, brings it to this version, and counts. Nothing of it remains:
 * the file has been proven. docs/operations.md#back-up-and-restore
 */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { wallNow } from '../base/clock/machine.ts'
import type { FileStore } from '../base/file-store.ts'
import { SCRATCH_FOLDER } from '../base/private-files.ts'
import { migrate } from '../db/migrate.ts'
import { openStore } from '../db/store.ts'
import { restore, verify } from './restore.ts'

export interface Rehearsed {
  readonly rows: number
  readonly tables: number
  readonly files: number
}

/** The restore compares the sum of each file; none is kept. */
const NOWHERE: FileStore = {
  save: () => Promise.resolve(),
  open: () => Promise.resolve(null),
  remove: () => Promise.resolve(),
  async *list() {
    // It is empty.
  },
}

/** Removes what killed rehearsals left. One that runs is younger. */
async function removeOld(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const path = join(parent, name)
    if ((await stat(path)).mtimeMs < wallNow() - DAY_MS) await rm(path, { recursive: true, force: true })
  }
}

/** Throws a BackupRefused for a backup that could not be restored. */
export async function rehearse(path: string, key: string | null, dataDir: string): Promise<Rehearsed> {
  const verified = await verify(path, key)
  const parent = join(dataDir, SCRATCH_FOLDER)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await removeOld(parent)
  const folder = await mkdtemp(join(parent, 'banco-'))
  try {
    const store = await openStore({ dataDir: folder })
    try {
      await restore(verified, { store, files: NOWHERE })
      await migrate(store.db, () => {})
    } finally {
      await store.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const { tables, files } = verified.manifest
  return {
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    tables: tables.length,
    files: files.length,
  }
}
