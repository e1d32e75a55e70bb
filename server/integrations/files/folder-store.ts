/**
 * Files in a folder, in 256 parts by their first two letters. Written aside and renamed: a reader sees all or
 * nothing.
 */
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './file-store.ts'

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/** What `read` answers, or null when there is no such file or folder. */
async function orNull<Value>(read: Promise<Value>): Promise<Value | null> {
  try {
    return await read
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

async function using<Value>(
  handle: FileHandle,
  work: (handle: FileHandle) => Promise<Value>,
): Promise<Value> {
  try {
    return await work(handle)
  } finally {
    await handle.close()
  }
}

/** What a saving asks of the file system, step by step: between any two of them the server may end. */
export interface Disk {
  readonly makeFolder: (path: string) => Promise<unknown>
  readonly open: (path: string, flags: 'wx' | 'r') => Promise<FileHandle>
  readonly rename: (from: string, to: string) => Promise<void>
  readonly remove: (path: string) => Promise<void>
}

export const DISK: Disk = {
  makeFolder: (path) => mkdir(path, { recursive: true, mode: 0o700 }),
  open: (path, flags) => open(path, flags, 0o600),
  rename,
  remove: (path) => rm(path, { force: true }),
}

/** `root` is made when the first file comes. Paths are ours, never a user's words. */
export function folderStore(root: string, disk: Disk = DISK): FileStore {
  return {
    save: async (path, bytes) => {
      const target = join(root, path)
      await disk.makeFolder(dirname(target))
      const aside = `${target}.${randomUUID()}.part`
      try {
        await using(await disk.open(aside, 'wx'), async (file) => {
          await file.writeFile(bytes)
          await file.sync()
        })
        await disk.rename(aside, target)
      } catch (error) {
        await disk.remove(aside)
        throw error
      }
      // The name, too, must outlive a loss of power.
      await using(await disk.open(dirname(target), 'r'), (folder) => folder.sync())
    },
    open: async (path) => {
      const file = await orNull(open(join(root, path), 'r'))
      return file === null ? null : file.createReadStream()
    },
    remove: (path) => rm(join(root, path), { force: true }),
    list: async function* () {
      for (const part of (await orNull(readdir(root))) ?? [])
        for (const name of (await orNull(readdir(join(root, part)))) ?? []) {
          const path = join(part, name)
          const found = await orNull(stat(join(root, path)))
          if (found !== null) yield { path, modifiedMs: found.mtimeMs }
        }
    },
  }
}
