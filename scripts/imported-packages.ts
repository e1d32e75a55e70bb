/** Which packages sources import at run time: they decide what is a dependency, and whose licences go along. */
import { readdir, readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { importGraph, type Sources, withoutTypes } from './changed/import-graph.ts'
import { eachInTurn } from './each-in-turn.ts'

const ROOT = join(import.meta.dirname, '..')
const SOURCE = /\.(tsx?|css)$/u
/** What precedes the name: in a module as the formatter writes it, or in a style sheet. */
const BEFORE = /(?:^(?:import|export)\b[^'\n]* from |^\} from |^import |\bimport\(\s*|@import |\burl\()/u
const IMPORT = new RegExp(
  String.raw`${BEFORE.source}['"]((?:@[\w.-]+/)?[\w-][\w.-]*)(?:/[^'"\s]*)?['"]`,
  'gmu',
)

/** Texts of the modules and style sheets below these folders, by path from the root. Needs no git: an image has none. */
export async function sourcesBelow(...folders: readonly string[]): Promise<Sources> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(ROOT, folder), { recursive: true })
      return names.map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    }),
  )
  const files = lists.flat().filter((file) => SOURCE.test(file))
  return new Map(
    await eachInTurn(
      files,
      async (file): Promise<[string, string]> => [file, await readFile(join(ROOT, file), 'utf8')],
    ),
  )
}

/** Returns these sources, and those that they import by any number of steps. */
export function withImports(sources: Sources, isEntry: (file: string) => boolean): Sources {
  const graph = importGraph(sources)
  const reached = new Set([...sources.keys()].filter(isEntry))
  for (const file of reached) for (const imported of graph.get(file) ?? []) reached.add(imported)
  return new Map([...sources].filter(([file]) => reached.has(file)))
}

/** Returns the names of the packages that the sources import at run time, in order. */
export function importedPackages(sources: Sources): string[] {
  const names = [...sources.values()].flatMap((text) =>
    [...withoutTypes(text).matchAll(IMPORT)].flatMap(([, name = '']) => name),
  )
  return [...new Set(names)].filter((name) => !isBuiltin(name)).toSorted()
}

/** The packages that the app contains, without the server's. */
export const appPackages = async (): Promise<string[]> => importedPackages(await sourcesBelow('src'))

/** The packages that the server imports, in its own files and in the app's files that it shares. */
export async function serverPackages(): Promise<string[]> {
  const sources = await sourcesBelow('server', 'src')
  return importedPackages(withImports(sources, (file) => file.startsWith('server/')))
}
