/** Free space of the folders that the server writes to. */
import { statfs } from 'node:fs/promises'
import type { Config } from './config.ts'

export interface FreeSpace {
  /** Bytes; null if the folder is missing, or the system does not report it. */
  readonly data_dir: number | null
  readonly files_dir: number | null
  /** Without BACKUP_DIR it is null. */
  readonly backup_dir: number | null
}

export interface Room {
  readonly free: number
  readonly total: number
}

/** How much users other than root may still write to the folder's file system; null if it is unknown. */
export async function roomOf(folder: string): Promise<Room | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    // A folder that is not there yet, or a bucket in its place, is no fault.
    return null
  }
}

/** Returns what other users than root may still write. */
export async function freeSpace({
  dataDir,
  integrations: { filesDir },
  backup,
}: Pick<Config, 'dataDir' | 'integrations' | 'backup'>): Promise<FreeSpace> {
  const freeOf = async (folder: string | null) =>
    folder === null ? null : ((await roomOf(folder))?.free ?? null)
  const [data_dir, files_dir, backup_dir] = await Promise.all([dataDir, filesDir, backup.dir].map(freeOf))
  return { data_dir: data_dir ?? null, files_dir: files_dir ?? null, backup_dir: backup_dir ?? null }
}
