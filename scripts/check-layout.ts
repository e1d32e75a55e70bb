/** Fails if a part of the owner's layout is missing or has another name: these paths are never renamed or moved. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const FILES = ['package.json', 'vite.config.ts', 'tsconfig.json', 'README.md']
const FOLDERS = ['src', 'src/sw', 'src/db', 'src/workers', 'public', 'tests']

const kindOf = async (path: string): Promise<'file' | 'folder' | 'nothing'> => {
  const found = await stat(join(ROOT, path)).catch(() => null)
  if (found === null) return 'nothing'
  return found.isDirectory() ? 'folder' : 'file'
}

const kinds = await Promise.all(
  [...FILES, ...FOLDERS].map(async (path) => ({ path, kind: await kindOf(path) })),
)
const wrong = kinds.filter(({ path, kind }) => kind !== (FILES.includes(path) ? 'file' : 'folder'))

if (wrong.length > 0) {
  console.log(`The owner's layout is binding. Missing: ${wrong.map(({ path }) => path).join(', ')}`)
  process.exitCode = 1
}
