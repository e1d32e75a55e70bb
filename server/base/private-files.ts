/**
 * File permissions. The server's files hold personal data, so only the server's own user may read them. Windows has no
 * such mode bits.
 */
import { chmodSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { chmod, lstat, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { KEY_FILE } from './settings/device-keys.ts'

const OTHERS = 0o077

/** Sets the umask: new files and folders are open to this process's user only. Worker threads can't set it. */
export function makeNothingForOthers(): void {
  process.umask(OTHERS)
}

const hasCode = (error: unknown, ...codes: readonly unknown[]) =>
  error instanceof Error && 'code' in error && codes.includes(error.code)

/** Returns the entries' names; none when the folder is missing or closed to this user. A closed folder is private. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EACCES')) return []
    throw error
  }
}

/** Yields the root, then each file and folder below it; nothing when `path` is missing. Links are skipped. */
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

/** The folders' real paths, without folders inside another one. */
function outermost(folders: readonly string[]): string[] {
  const paths = new Set(folders.flatMap((folder) => realPath(folder) ?? []))
  return [...paths].filter((path) => ![...paths].some((other) => path.startsWith(other + sep)))
}

/**
 * Removes all rights of other users from the folders and their contents, with one `stat` an entry. Returns the paths
 * that could not be changed, such as files of another user.
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

/** Of rehearsals of a restore, in DATA_DIR. */
export const SCRATCH_FOLDER = 'ensaio'

/** Names that Farol creates in DATA_DIR, in this version or another. */
const OWN_NAMES: readonly string[] = [
  'pglite',
  'farol.pid',
  'farol.lock',
  'farol.sock',
  'mail',
  'files',
  SCRATCH_FOLDER,
  KEY_FILE,
  'revocations',
  // The file of anchors of histories.
  'history',
]
/** Of 'Exportar tudo', in FILES_DIR: docs/rules.md#export-of-everything */
export const EXPORTS_FOLDER = 'exportacoes'
/** Folders of the file store are named by the last two characters of a uid. */
export const isPart = (name: string) => /^[0-9a-f]{2}$/i.test(name)
/** A folder at the root of many file systems. */
const NOBODYS = 'lost+found'

interface Places {
  readonly dataDir: string
  readonly filesDir: string
}

export interface Closed {
  /** Paths that could not be changed. */
  readonly left: readonly string[]
  /** Folders that stay open, since they hold other things too. */
  readonly shared: readonly string[]
}

/** True when other users of the machine have any right. */
export const isOpen = (mode: number): boolean => (mode & OTHERS) !== 0

/** True when the mode is changed or the path is gone. */
async function close(path: string, mode: number): Promise<boolean> {
  try {
    await chmod(path, mode & 0o700)
    return true
  } catch (error) {
    return hasCode(error, 'ENOENT')
  }
}

/** The value of `read`; null when the path is gone or closed to this user. */
async function orNull<Value>(read: Promise<Value>): Promise<Value | null> {
  try {
    return await read
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EACCES')) return null
    throw error
  }
}

/** Closes the files of a store folder, then the folder. The files of a closed folder are not read again. */
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
 * Removes the rights of other users from everything that Farol created in the two folders, and from the folders
 * themselves when they hold nothing else. A closed store folder is not searched, so few entries are read. Links are not
 * followed, but the two folders may be links.
 */
export async function closeOwnFiles(places: Places): Promise<Closed> {
  if (process.platform === 'win32') return { left: [], shared: [] }
  const [dataDir, filesDir] = [realPath(places.dataDir), realPath(places.filesDir)]
  const isOurs = (folder: string, name: string) =>
    name === NOBODYS ||
    (folder === dataDir && OWN_NAMES.includes(name)) ||
    (folder === filesDir && (isPart(name) || name === EXPORTS_FOLDER)) ||
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
  if (filesDir !== null) {
    left.push(...(await closeParts(filesDir)))
    left.push(...takeFromOthers([join(filesDir, EXPORTS_FOLDER)]))
  }
  return { left, shared }
}
