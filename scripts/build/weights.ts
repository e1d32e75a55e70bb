/**
 * How much JavaScript the browser loads before the first card, and for each screen beyond that: gzip, against the limits
 * of `scripts/build/budgets.json`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { SEALED_CHUNKS, SIGNED_IN_CHUNKS } from './signed-in-chunks.ts'

/** kB, gzip, by what is loaded. */
export type Weights = Readonly<Record<string, number>>

const LIMITS = join(import.meta.dirname, 'budgets.json')
const FIRST_CARD = 'até o primeiro cartão'
const AFTERWARDS = 'logo depois do primeiro cartão'
const SEALED = 'até o primeiro cartão, em um aparelho protegido'
/** Chunks of vite.config.ts that follow the first painting: each screen of a session has them already. */
const FOLLOWING = /^(schemas|store|controls)$/

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
  const gzipped = async (files: Iterable<string>) => {
    let bytes = 0
    for (const file of files)
      if (file.endsWith('.js')) bytes += gzipSync(await readFile(join(outDir, file)), { level: 9 }).length
    return Math.round(bytes / 100) / 10
  }
  const beyond = (files: ReadonlySet<string>, known: ReadonlySet<string>) =>
    gzipped([...files].filter((file) => !known.has(file)))
  const found: Record<string, number> = {
    [FIRST_CARD]: await gzipped(first),
    [AFTERWARDS]: await beyond(after, first),
    [SEALED]: await beyond(sealed, first),
  }
  for (const key of [...chunks.keys()].toSorted()) {
    const screen = /^src\/routes\/(_session\..+|login|register|redefine.*|verify.*)\.tsx\?/.exec(key)?.[1]
    if (screen === undefined) continue
    const files = filesOf(chunks, [key])
    found[screen] = await beyond(files, screen.startsWith('_session') ? after : start)
  }
  return found
}

/** Returns a line for each weight above its limit. */
export async function grown(weights: Weights): Promise<string[]> {
  const limits = z.record(z.string(), z.number()).parse(JSON.parse(await readFile(LIMITS, 'utf8')))
  return Object.entries(weights)
    .filter(([what, kb]) => kb > (limits[what] ?? 0))
    .map(([what, kb]) => `${what}: ${kb} kB, no máximo ${limits[what] ?? 0} kB`)
}

/** Writes these weights, two percent above, as the limits. */
export async function recordLimits(weights: Weights): Promise<void> {
  const limits = Object.entries(weights).map(([what, kb]) => [what, Math.ceil(kb * 1.02 + 0.5)])
  await writeFile(LIMITS, `${JSON.stringify(Object.fromEntries(limits), null, 2)}\n`)
}
