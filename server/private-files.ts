/** The server's files hold other people's data: only the user that the server runs as reads them. Windows keeps to itself who reads what. */
import { chmodSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { chmod, lstat, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const OTHERS = 0o077

/** From now on what this process makes is its user's alone. Not for worker threads, which have the process's. */
export function makeNothingForOthers(): void {
  process.umask(OTHERS)
}

const hasCode = (error: unknown, ...codes: readonly unknown[]) =>
  error instanceof Error && 'code' in error && codes.includes(error.code)

/** None where the folder is gone or another user's alone: then it is not for others either. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EACCES')) return []
    throw error
  }
}

/** Each file and folder below, the root first; nothing where there is no root. Links are not followed, but the root may be one. */
function* everythingIn(path: string): Generator<{ path: string; mode: number }> {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.isSymbolicLink()) return
  yield { path, mode: found.mode }
  if (!found.isDirectory()) return
  for (const name of namesIn(path)) yield* everythingIn(join(path, name))
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** The folders' real paths without those that lie in another of them. */
function outermost(folders: readonly string[]): string[] {
  const paths = new Set(folders.flatMap((folder) => realPath(folder) ?? []))
  return [...paths].filter((path) => ![...paths].some((other) => path.startsWith(other + sep)))
}

/**
 * Takes from everybody else what they may do with the folders and all that lies in them. One `stat` an entry. Answers
 * the paths that could not be changed, such as files of another user.
 */
export function takeFromOthers(
  folders: readonly string[],
  changeMode: (path: string, mode: number) => void = chmodSync,
): string[] {
  if (process.platform === 'win32') return []
  const left: string[] = []
  for (const folder of outermost(folders))
    for (const { path, mode } of everythingIn(folder)) {
      if ((mode & OTHERS) === 0) continue
      try {
        changeMode(path, mode & 0o700)
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) left.push(path)
      }
    }
  return left
}

/** What Farol makes in DATA_DIR, in this version or another. */
const OWN_NAMES: readonly string[] = ['pglite', 'farol.pid', 'mail', 'files']
/** The file store's folders: the last two characters of a uid. */
const isPart = (name: string) => /^[0-9a-f]{2}$/i.test(name)
/** Every file system has it at its root. */
const NOBODYS = 'lost+found'

interface Places {
  readonly dataDir: string
  readonly filesDir: string
}

export interface Closed {
  /** Paths that could not be changed. */
  readonly left: readonly string[]
  /** Folders that are left open, since they hold other things too. */
  readonly shared: readonly string[]
}

const isOpen = (mode: number) => (mode & OTHERS) !== 0

/** True when it is done or the path is gone. */
async function close(path: string, mode: number): Promise<boolean> {
  try {
    await chmod(path, mode & 0o700)
    return true
  } catch (error) {
    return hasCode(error, 'ENOENT')
  }
}

/** What `read` answers; null where it is gone, also meanwhile, or another user's alone. */
async function orNull<Value>(read: Promise<Value>): Promise<Value | null> {
  try {
    return await read
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EACCES')) return null
    throw error
  }
}

/** A folder of the file store, with the files in it first: once it is closed they are not looked at again. */
async function closePart(part: string): Promise<string[]> {
  const folder = await orNull(lstat(part))
  if (folder === null || !folder.isDirectory() || !isOpen(folder.mode)) return []
  const left: string[] = []
  for (const name of (await orNull(readdir(part))) ?? []) {
    const path = join(part, name)
    const file = await orNull(lstat(path))
    if (file === null || !file.isFile() || !isOpen(file.mode)) continue
    if (!(await close(path, file.mode))) left.push(path)
  }
  return (await close(part, folder.mode)) ? left : [...left, part]
}

async function closeParts(root: string): Promise<string[]> {
  const left: string[] = []
  for (const name of ((await orNull(readdir(root))) ?? []).filter(isPart))
    left.push(...(await closePart(join(root, name))))
  return left
}

/**
 * Takes from everybody else what Farol itself has made in the two folders, and the folders where they hold nothing else:
 * a DATA_DIR that somebody shares with other things keeps its rights. Few entries are looked at: files of a part of the
 * store that is closed are behind its door. Links are not followed, but the two folders may be ones.
 */
export async function closeOwnFiles(places: Places): Promise<Closed> {
  if (process.platform === 'win32') return { left: [], shared: [] }
  const [dataDir, filesDir] = [realPath(places.dataDir), realPath(places.filesDir)]
  const isOurs = (folder: string, name: string) =>
    name === NOBODYS ||
    (folder === dataDir && OWN_NAMES.includes(name)) ||
    (folder === filesDir && isPart(name)) ||
    [dataDir, filesDir].some((other) => other !== null && relative(folder, other).split(sep)[0] === name)
  const left: string[] = []
  const shared: string[] = []
  for (const folder of new Set([dataDir, filesDir])) {
    if (folder === null) continue
    const { mode } = lstatSync(folder)
    if (!isOpen(mode)) continue
    if (namesIn(folder).some((name) => !isOurs(folder, name))) shared.push(folder)
    else if (!(await close(folder, mode))) left.push(folder)
  }
  if (dataDir !== null) {
    const own = namesIn(dataDir).filter((name) => OWN_NAMES.includes(name) && name !== 'files')
    const paths = own.map((name) => join(dataDir, name))
    const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
    left.push(...takeFromOthers(paths.filter((path) => !isLink(path))))
  }
  if (filesDir !== null) left.push(...(await closeParts(filesDir)))
  return { left, shared }
}
