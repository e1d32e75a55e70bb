/** The imports between the project's own files, and which files a change can reach through them. */
import { posix } from 'node:path'

/** Texts by path from the root, with forward slashes. */
export type Sources = ReadonlyMap<string, string>

/** The imported files of each file. Imports of types alone reach nothing at run time; `withTypes` keeps them. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const TYPES_ALONE = /^(?:import|export) type [\s\S]*?from '[^']+'$/gmu
const IMPORT = /(?:\bfrom|\bimport|\bnew URL)\s*\(?\s*'(\.[^']+?)(?:\?[^']*)?'/gu
/** What a call of glob is given, and in it all files of a folder with one ending: '../reports/plain/*.ts'. */
const GLOB = /\bimport\.meta\.glob[^(]*\(([^)]*)/gu
const FILES_OF = /'(\.[^'*]+)\*(\.\w+)'/gu

/** Returns the text without the imports that exist for the compiler alone. */
export const withoutTypes = (text: string): string => text.replace(TYPES_ALONE, '')

export function importGraph(sources: Sources, { withTypes = false } = {}): ImportGraph {
  return new Map(
    [...sources].map(([file, text]) => {
      const from = (path: string) => posix.join(posix.dirname(file), path)
      const paths = [...(withTypes ? text : withoutTypes(text)).matchAll(IMPORT)].map(([, path = '']) =>
        from(path),
      )
      const globbed = [...text.matchAll(GLOB)]
        .flatMap(([, given = '']) => [...given.matchAll(FILES_OF)])
        .flatMap(([, folder = '', ending = '']) =>
          [...sources.keys()].filter(
            (path) => `${posix.dirname(path)}/` === from(folder) && path.endsWith(ending),
          ),
        )
      return [file, [...paths.filter((path) => sources.has(path)), ...globbed]]
    }),
  )
}

export interface Reached {
  /** Number of imports between each reached file and the nearest changed one. */
  readonly files: ReadonlyMap<string, number>
  /** Reached files that a hub imports. A hub imports everything, so the way ends there. */
  readonly branches: ReadonlySet<string>
}

/** Follows the imports backwards from the changed files, up to the hubs. A changed hub is a file like others. */
export function reachedFrom(
  changed: readonly string[],
  graph: ImportGraph,
  isHub: (file: string) => boolean,
): Reached {
  const importers = new Map<string, string[]>()
  for (const [file, imports] of graph)
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), file])
  const files = new Map(changed.map((file) => [file, 0]))
  const branches = new Set<string>()
  for (const [file, distance] of files)
    for (const importer of importers.get(file) ?? []) {
      if (isHub(importer)) branches.add(file)
      else if (!files.has(importer)) files.set(importer, distance + 1)
    }
  return { files, branches }
}
