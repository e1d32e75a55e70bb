/**
 * How much JavaScript the browser loads before the first card, and for each screen beyond that: gzip, against the weights
 * that `scripts/build/budgets.json` recorded by chunk.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { SEALED_CHUNKS, SIGNED_IN_CHUNKS, SIGNED_OUT_CHUNKS } from './signed-in-chunks.ts'

/** kB, gzip, by what is loaded, by the chunk's name. */
export const weightsSchema = z.record(z.string(), z.record(z.string(), z.number()))
export type Weights = z.output<typeof weightsSchema>

const BUDGETS = join(import.meta.dirname, 'budgets.json')
const FIRST_CARD = 'até o primeiro cartão'
const AFTERWARDS = 'logo depois do primeiro cartão'
const SEALED = 'até o primeiro cartão, em um aparelho protegido'
/** What a screen may weigh beyond its record: two percent, and half a kB for the smallest. */
const SLACK = { share: 1.02, kB: 0.5 }
/** Chunks of vite.config.ts that follow the first painting: each screen of a session has them already. */
const FOLLOWING = /^(schemas|store|controls)$/

const tenths = (kB: number) => Math.round(kB * 10) / 10
const total = (chunks: Readonly<Record<string, number>>) =>
  tenths(Object.values(chunks).reduce((sum, kB) => sum + kB, 0))

const chunkSchema = z.object({
  file: z.string(),
  name: z.string().optional(),
  imports: z.array(z.string()).default([]),
})
type Chunk = z.output<typeof chunkSchema>

async function builtChunks(outDir: string): Promise<ReadonlyMap<string, Chunk>> {
  const manifest: unknown = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'))
  return new Map(Object.entries(z.record(z.string(), chunkSchema).parse(manifest)))
}

/** The screens as `src/routes/route-tree.tsx` names them: each path, and the modules that are loaded when it is opened. */
async function screensOf(): Promise<{ path: string; modules: string[]; isOfSession: boolean }[]> {
  const tree = await readFile(join(import.meta.dirname, '../../src/routes/route-tree.tsx'), 'utf8')
  const found = tree.matchAll(
    /(\bat\(\s*|\bpath: |^ {2})'(\/[^']*)'[,:]\s*(list\()?[^']*?\bimport\(\s*'([^']+)'/gmu,
  )
  return [...found]
    .map(([, before = '', path = '', list, module = '']) => ({
      path,
      modules: [
        module,
        ...(list === undefined ? [] : ['../features/administration/CatalogueScreen.tsx']),
      ].map((name) => join('src/routes', name)),
      isOfSession: before !== 'path: ',
    }))
    .toSorted((one, other) => one.path.localeCompare(other.path))
}

/** The files of a chunk and of all that it imports. */
function filesOf(chunks: ReadonlyMap<string, Chunk>, begin: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const queue = [...begin]
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    const chunk = chunks.get(key)
    if (chunk === undefined || seen.has(chunk.file)) continue
    seen.add(chunk.file)
    queue.push(...chunk.imports)
  }
  return seen
}

/**
 * Weighs a build that was made with Vite's `--manifest`: the first card, what follows it, what a protected device has
 * besides, then what each screen has beyond the first two, or beyond the start. Throws without the manifest.
 */
export async function weigh(outDir: string): Promise<Weights> {
  const chunks = await builtChunks(outDir)
  const named = (names: RegExp) =>
    [...chunks].flatMap(([key, { name = '' }]) => (names.test(name) ? [key] : []))
  const start = filesOf(chunks, ['index.html'])
  const first = filesOf(chunks, ['index.html', ...named(SIGNED_IN_CHUNKS)])
  const after = filesOf(chunks, ['index.html', ...named(SIGNED_IN_CHUNKS), ...named(FOLLOWING)])
  const sealed = filesOf(chunks, ['index.html', ...named(SIGNED_IN_CHUNKS), ...named(SEALED_CHUNKS)])
  const nameOf = new Map([...chunks.values()].map(({ file, name = file }) => [file, name]))
  const gzipped = async (files: Iterable<string>) => {
    const found: Record<string, number> = {}
    for (const file of files) {
      if (!file.endsWith('.js')) continue
      const { length } = gzipSync(await readFile(join(outDir, file)), { level: 9 })
      const name = nameOf.get(file) ?? file
      found[name] = tenths((found[name] ?? 0) + length / 1000)
    }
    return found
  }
  const beyond = (files: ReadonlySet<string>, known: ReadonlySet<string>) =>
    gzipped([...files].filter((file) => !known.has(file)))
  const found: Weights = {
    [FIRST_CARD]: await gzipped(first),
    [AFTERWARDS]: await beyond(after, first),
    [SEALED]: await beyond(sealed, first),
  }
  for (const { path, modules, isOfSession } of await screensOf()) {
    const own = modules.filter((module) => chunks.has(module))
    const begin = own.length > 0 ? own : path === '/login' ? named(SIGNED_OUT_CHUNKS) : []
    if (begin.length === 0) throw new Error(`${path}: the build names none of ${modules.join(', ')}`)
    found[path] = await beyond(filesOf(chunks, begin), isOfSession ? after : start)
  }
  return found
}

/** Returns a line for each screen that is heavier than its record allows, with its chunks that grew. */
export function grown(weights: Weights, recorded: Weights): string[] {
  return Object.entries(weights).flatMap(([screen, chunks]) => {
    const before = recorded[screen]
    if (before === undefined) return [`${screen}: sem registro; grave o peso com npm run build -- --record`]
    const limit = tenths(total(before) * SLACK.share + SLACK.kB)
    if (total(chunks) <= limit) return []
    const changes = Object.entries(chunks)
      .map(([chunk, kB]) => ({
        chunk,
        kB: tenths(kB - (before[chunk] ?? 0)),
        isNew: before[chunk] === undefined,
      }))
      .filter(({ kB }) => kB > 0)
      .toSorted((one, other) => other.kB - one.kB)
      .map(({ chunk, kB, isNew }) => `${chunk} +${kB} kB${isNew ? ' (não estava aqui)' : ''}`)
    return [`${screen}: ${total(chunks)} kB, no máximo ${limit} kB. Cresceu: ${changes.join(', ')}`]
  })
}

export const readBudgets = async (): Promise<Weights> =>
  weightsSchema.parse(JSON.parse(await readFile(BUDGETS, 'utf8')))

/** Records these weights, a line for each screen. */
export function recordBudgets(weights: Weights): Promise<void> {
  const lines = Object.entries(weights).map(([what, chunks]) => `  "${what}": ${JSON.stringify(chunks)}`)
  return writeFile(BUDGETS, `{\n${lines.join(',\n')}\n}\n`)
}
