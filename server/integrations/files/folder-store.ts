/**
 * Stores files in 256 subfolders, named by the first two characters of a path. A file is written under a temporary
 * name, then renamed, so that a reader never sees a part of it.
 */
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, FilesDenied } from '../../base/file-store.ts'
import { isPart } from '../../base/private-files.ts'

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/** The value of `read`, or null when the file or folder does not exist. */
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

const DENIED = ['EACCES', 'EPERM', 'EROFS']

function asDenied(error: unknown): never {
  throw DENIED.some((code) => hasCode(error, code))
    ? new FilesDenied('the folder of the files takes none', { cause: error })
    : error
}

/** The file system calls of `save`. The server may crash between any two of them; tests simulate that. */
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

/** Creates `root` with the first file. Paths are made by the server and never contain user input. */
export function folderStore(root: string, disk: Disk = DISK): FileStore {
  return {
    save: async (path, bytes) => {
      const target = join(root, path)
      await disk.makeFolder(dirname(target)).catch(asDenied)
      const aside = `${target}.${randomUUID()}.part`
      try {
        await using(await disk.open(aside, 'wx').catch(asDenied), async (file) => {
          await file.writeFile(bytes)
          await file.sync()
        })
        await disk.rename(aside, target)
      } catch (error) {
        await disk.remove(aside)
        throw error
      }
      // Syncs the folder too, so that the file's name survives a power failure.
      await using(await disk.open(dirname(target), 'r'), (folder) => folder.sync())
    },
    open: async (path, range) => {
      const file = await orNull(open(join(root, path), 'r'))
      return file === null ? null : file.createReadStream(range)
    },
    remove: (path) => rm(join(root, path), { force: true }),
    list: async function* () {
      for (const part of ((await orNull(readdir(root))) ?? []).filter(isPart))
        for (const name of (await orNull(readdir(join(root, part)))) ?? []) {
          const path = join(part, name)
          const found = await orNull(stat(join(root, path)))
          if (found !== null) yield { path, modifiedMs: found.mtimeMs }
        }
    },
  }
}
