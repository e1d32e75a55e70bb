/**
 * How much JavaScript the browser loads before the first card, and for each screen beyond that: gzip, against the limits
 * of `scripts/budgets.json`. With `--record` it writes today's sizes, two percent above, as the limits.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { z } from 'zod'
import { SIGNED_IN_CHUNKS } from './signed-in-chunks.ts'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'node_modules/.tmp/budgets')
const LIMITS = join(ROOT, 'scripts/budgets.json')
const FIRST_CARD = 'até o primeiro cartão'
const AFTERWARDS = 'logo depois do primeiro cartão'
/** Chunks of vite.config.ts that follow the first painting: each screen of a session has them already. */
const FOLLOWING = /^(schemas|store|controls)$/

const chunkSchema = z.object({
  file: z.string(),
  name: z.string().optional(),
  imports: z.array(z.string()).default([]),
})
type Chunk = z.output<typeof chunkSchema>

async function builtChunks(): Promise<ReadonlyMap<string, Chunk>> {
  await build({ root: ROOT, logLevel: 'error', build: { outDir: OUT, emptyOutDir: true, manifest: true } })
  const manifest: unknown = JSON.parse(await readFile(join(OUT, '.vite/manifest.json'), 'utf8'))
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

/** In kB, with one decimal. */
async function gzipped(files: Iterable<string>): Promise<number> {
  let bytes = 0
  for (const file of files)
    if (file.endsWith('.js')) bytes += gzipSync(await readFile(join(OUT, file)), { level: 9 }).length
  return Math.round(bytes / 100) / 10
}

/** kB by what is loaded: the first card, what follows it, then what each screen has beyond both, or beyond the start. */
async function sizes(): Promise<Record<string, number>> {
  const chunks = await builtChunks()
  const named = (names: RegExp) =>
    [...chunks].flatMap(([key, { name = '' }]) => (names.test(name) ? [key] : []))
  const start = filesOf(chunks, ['index.html'])
  const first = filesOf(chunks, ['index.html', ...named(SIGNED_IN_CHUNKS)])
  const after = filesOf(chunks, ['index.html', ...named(SIGNED_IN_CHUNKS), ...named(FOLLOWING)])
  const beyond = (files: ReadonlySet<string>, known: ReadonlySet<string>) =>
    gzipped([...files].filter((file) => !known.has(file)))
  const found: Record<string, number> = {
    [FIRST_CARD]: await gzipped(first),
    [AFTERWARDS]: await beyond(after, first),
  }
  for (const key of [...chunks.keys()].toSorted()) {
    const screen = /^src\/routes\/(_session\..+|login|register|redefine.*|verify.*)\.tsx\?/.exec(key)?.[1]
    if (screen === undefined) continue
    const files = filesOf(chunks, [key])
    found[screen] = await beyond(files, screen.startsWith('_session') ? after : start)
  }
  return found
}

try {
  const found = await sizes()
  if (process.argv.includes('--record')) {
    const limits = Object.entries(found).map(([what, kb]) => [what, Math.ceil(kb * 1.02 + 0.5)])
    await writeFile(LIMITS, `${JSON.stringify(Object.fromEntries(limits), null, 2)}\n`)
  } else {
    const limits = z.record(z.string(), z.number()).parse(JSON.parse(await readFile(LIMITS, 'utf8')))
    const grown = Object.entries(found).filter(([what, kb]) => kb > (limits[what] ?? 0))
    for (const [what, kb] of grown) console.log(`${what}: ${kb} kB, no máximo ${limits[what] ?? 0} kB`)
    process.exitCode = grown.length === 0 ? 0 : 1
  }
} finally {
  await rm(OUT, { recursive: true, force: true })
}
