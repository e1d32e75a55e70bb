/** Free space of the folders that the server writes to. */
import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'

export interface FreeSpace {
  /** Bytes; null where the folder is missing, or the system does not tell. */
  readonly data_dir: number | null
  readonly files_dir: number | null
}

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    // A folder that is not there yet, or a bucket in its place, is no fault.
    return null
  }
}

/** Returns what other users than root may still write. */
export async function freeSpace({
  dataDir,
  integrations: { filesDir },
}: Pick<Config, 'dataDir' | 'integrations'>): Promise<FreeSpace> {
  const [data_dir, files_dir] = await Promise.all([freeBytes(dataDir), freeBytes(filesDir)])
  return { data_dir, files_dir }
}
