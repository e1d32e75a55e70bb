/**
 * Checks types and lints, in one run of the compiler, the files that changed since they last passed, and all files that
 * import them: types come from imports. Without git it looks at everything.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { importGraph } from './changed/import-graph.ts'
import { git, sourcesNow } from './changed/sources.ts'
import { runStep } from './run-step.ts'

const ROOT = join(import.meta.dirname, '..')
/** Hashes of files with all that they import, as they passed. */
const PASSED = join(ROOT, 'node_modules/.tmp/linted.json')
/** A change of these concerns every file. */
const ABOUT_ALL =
  /^(package(-lock)?\.json|oxlint\.config\.ts|tsconfig(\/.*)?\.json|scripts\/lint\.ts|.*\.d\.ts)$/u

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

async function lint(files: readonly string[]): Promise<boolean> {
  const { code, output } = await runStep({ name: 'oxlint', command: ['oxlint', '--deny-warnings', ...files] })
  if (code !== 0) console.log(output)
  return code === 0
}

async function hashesNow(): Promise<Map<string, string>> {
  const sources = await sourcesNow()
  const shared = await git('ls-files', '-s')
  const config = hashOf(
    (
      await Promise.all(
        shared
          .map((line) => line.split('\t')[1] ?? '')
          .filter((file) => ABOUT_ALL.test(file))
          .map((file) => readFile(file, 'utf8').catch(() => '')),
      )
    ).join('\0'),
  )
  const own = new Map([...sources].map(([file, text]) => [file, hashOf(text)]))
  const graph = importGraph(sources, { withTypes: true })
  return new Map(
    [...sources.keys()].map((file) => {
      const reached = new Set([file])
      for (const one of reached) for (const imported of graph.get(one) ?? []) reached.add(imported)
      return [
        file,
        hashOf(
          config +
            [...reached]
              .sort()
              .map((one) => own.get(one))
              .join(),
        ),
      ]
    }),
  )
}

async function lintChanged(): Promise<boolean> {
  const text = await readFile(PASSED, 'utf8').catch(() => '{}')
  const passed = z.record(z.string(), z.string()).parse(JSON.parse(text))
  const now = await hashesNow()
  const changed = [...now].filter(([file, hash]) => passed[file] !== hash).map(([file]) => file)
  if (changed.length === 0) return true
  // Files of an ignored folder are no files to oxlint.
  const ok = await lint(changed.length > now.size / 2 ? [] : changed)
  if (ok) {
    await mkdir(dirname(PASSED), { recursive: true })
    await writeFile(PASSED, JSON.stringify(Object.fromEntries(now)))
  }
  return ok
}

const inGit = (await runStep({ name: 'git', command: ['git', 'rev-parse'] })).code === 0
process.exitCode = (await (inGit ? lintChanged() : lint([]))) ? 0 : 1
