/**
 * Compiles modules again for a mutant: `import('./scenario.ts?mutant=3')` loads a scenario whose device and server
 * code has the fault of mutant 3. Other imports are not affected. Only files that reach a patched file are compiled
 * again; all other files are shared.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'
import type { Mutant } from './mutant.ts'
import { MUTANTS, patched } from './mutants.ts'

const QUERY = /\?mutant=(\d+)$/
const ROOT = process.cwd()
const OURS = /^(src|server|tests)\//
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** The imports of a file. All paths are relative to the root. */
const imports = new Map<string, readonly string[]>()

function importsOf(file: string): readonly string[] {
  const known = imports.get(file)
  if (known !== undefined) return known
  const source = readFileSync(join(ROOT, file), 'utf8')
  const found = [...source.matchAll(IMPORT)]
    .map(([, path]) => relative(ROOT, join(ROOT, dirname(file), path ?? '')))
    .filter((path) => OURS.test(path) && path.endsWith('.ts') && existsSync(join(ROOT, path)))
  imports.set(file, found)
  return found
}

const affected = new Map<string, ReadonlySet<string>>()

/** Returns the files that reach a patched file. Throws when a scenario does not reach a patched file. */
function affectedBy(mutant: Mutant): ReadonlySet<string> {
  const known = affected.get(mutant.name)
  if (known !== undefined) return known
  const importers = new Map<string, string[]>()
  const seen = new Set(['tests/simulation/support/scenario.ts', 'tests/simulation/support/database.ts'])
  for (const file of seen)
    for (const imported of importsOf(file)) {
      importers.set(imported, [...(importers.get(imported) ?? []), file])
      seen.add(imported)
    }
  const reaching = new Set(mutant.patches.map(({ file }) => file))
  for (const file of reaching) {
    if (!seen.has(file)) throw new Error(`mutant '${mutant.name}': no scenario reaches ${file}`)
    for (const importer of importers.get(file) ?? []) reaching.add(importer)
  }
  affected.set(mutant.name, reaching)
  return reaching
}

export function mutantPlugin(): Plugin {
  return {
    name: 'mutants',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const wanted = QUERY.exec(source) ?? QUERY.exec(importer ?? '')
      const mutant = MUTANTS[Number(wanted?.[1])]
      if (wanted === null || mutant === undefined) return null
      const bare = importer?.replace(QUERY, '')
      const found = await this.resolve(source.replace(QUERY, ''), bare, { ...options, skipSelf: true })
      if (found === null || found.external || !affectedBy(mutant).has(relative(ROOT, found.id))) return found
      return { ...found, id: `${found.id}${wanted[0]}` }
    },
    transform(code, id) {
      const [, number] = QUERY.exec(id) ?? []
      const mutant = MUTANTS[Number(number)]
      if (number === undefined || mutant === undefined) return null
      return patched(relative(ROOT, id.replace(QUERY, '')), code, mutant)
    },
  }
}
