/**
 * Compiles a module once more for each mutant that asks for it: `import('./story.ts?mutant=3')` brings a story whose
 * whole product, device and server, has the third mutant's fault. Nothing else sees it.
 */
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { MUTANTS, patched } from './mutants.ts'

const QUERY = /\?mutant=(\d+)$/
const ROOT = process.cwd()
const OURS = /^(src|server|tests)\//

export function mutantPlugin(): Plugin {
  return {
    name: 'mutants',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const wanted = QUERY.exec(source) ?? QUERY.exec(importer ?? '')
      if (wanted === null) return null
      const bare = importer?.replace(QUERY, '')
      const found = await this.resolve(source.replace(QUERY, ''), bare, { ...options, skipSelf: true })
      if (found === null || found.external || !OURS.test(relative(ROOT, found.id))) return found
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
