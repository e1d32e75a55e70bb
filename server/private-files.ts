/** The server's files hold other people's data: only the user that the server runs as reads them. Windows keeps to itself who reads what. */
import { chmodSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'

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
 * Takes from everybody else what they may do with the folders and all that lies in them. One `stat` an entry, so that
 * it is cheap at each start. Answers the paths that could not be changed, such as files of another user.
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
