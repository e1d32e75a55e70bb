/** The built app in `dist`. A build is kept until a source of it changes; the hash of all sources decides. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Script } from 'node:vm'
import { z } from 'zod'
import { eachInTurn } from '../each-in-turn.ts'
import { writeLicences } from '../licences/texts.ts'
import { runStep } from '../run-step.ts'
import { compressAssets } from './compressed-assets.ts'
import { type Weights, weigh, weightsSchema } from './weights.ts'

const ROOT = join(import.meta.dirname, '../..')
const DIST = join(ROOT, 'dist')
/** Outside dist: the server would serve it. */
const RECORD = join(ROOT, 'node_modules/.tmp/build.json')

/** What the app is made of: these files, and all files below these folders. */
export const SOURCES: readonly string[] = [
  'src',
  'public',
  'docs/ajuda',
  'CHANGELOG.md',
  'index.html',
  'indicacao.html',
  'recibo.html',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig',
  'package.json',
  'package-lock.json',
  'scripts/build',
  'scripts/licences',
]

const recordSchema = z.object({
  sources: z.string(),
  page: z.string(),
  weights: weightsSchema,
})
type BuildRecord = z.output<typeof recordSchema>

const hashOf = (...texts: readonly (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text)
  return hash.digest('hex')
}

async function filesBelow(path: string): Promise<string[]> {
  if (!(await stat(join(ROOT, path))).isDirectory()) return [path]
  const names = await readdir(join(ROOT, path), { withFileTypes: true })
  const files = names.map((entry) => {
    const below = join(path, entry.name)
    return entry.isDirectory() ? filesBelow(below) : Promise.resolve([below])
  })
  return (await Promise.all(files)).flat()
}

/** Changes with each byte that a build reads, and with the version that it is given. */
async function hashOfSources(): Promise<string> {
  const files = (await Promise.all(SOURCES.map(filesBelow))).flat().sort()
  const hashes = await eachInTurn(
    files,
    async (file) => `${file}\0${hashOf(await readFile(join(ROOT, file)))}\n`,
  )
  return hashOf(process.env.APP_VERSION ?? '', '\0', ...hashes)
}

/** The first page names the hashed files, so it differs for each build. */
const hashOfPage = () => readFile(join(DIST, 'index.html')).then(hashOf)

/** The record of the build in `dist`; null when something else is there, or nothing. */
async function presentBuild(): Promise<BuildRecord | null> {
  const [text, page] = await Promise.all([
    readFile(RECORD, 'utf8').catch(() => null),
    hashOfPage().catch(() => null),
  ])
  if (text === null) return null
  // An earlier version's record has another form.
  const { data } = recordSchema.safeParse(JSON.parse(text))
  return data?.page === page ? data : null
}

/** Returns why a browser refuses the text as a classic script, such as a service worker, or null. */
export function scriptProblem(source: string): string | null {
  try {
    new Script(source)
    return null
  } catch (error) {
    return String(error)
  }
}

export interface BuildResult {
  /** Null when the build failed. */
  readonly weights: Weights | null
  readonly output: string
  /** False when the kept build was still true. */
  readonly isNew: boolean
}

/** Builds the app into a folder, `dist` by default. `options` are Vite's. */
export async function buildApp(options: readonly string[] = [], outDir = DIST): Promise<BuildResult> {
  const isKept = resolve(outDir) === DIST
  if (isKept) await rm(RECORD, { force: true })
  const sources = await hashOfSources()
  const { code, output } = await runStep({
    name: 'vite',
    command: ['npx', 'vite', 'build', '--manifest', '--outDir', outDir, '--emptyOutDir', ...options],
  })
  if (code !== 0) return { weights: null, output, isNew: true }
  const problem = scriptProblem(await readFile(join(outDir, 'index.js'), 'utf8'))
  if (problem !== null)
    return { weights: null, output: `${output}\nO service worker não é um script: ${problem}`, isNew: true }
  const weights = await weigh(outDir)
  // The manifest is for weighing alone; the server would serve it.
  await rm(join(outDir, '.vite'), { recursive: true })
  await compressAssets(outDir)
  await writeLicences(outDir)
  if (isKept) {
    const record: BuildRecord = { sources, page: await hashOfPage(), weights }
    await mkdir(dirname(RECORD), { recursive: true })
    await writeFile(RECORD, JSON.stringify(record))
  }
  return { weights, output, isNew: true }
}

/** Builds the app into `dist` unless the build there is of these sources. Calls `onBuild` before it builds. */
export async function ensureBuilt(onBuild: () => void = () => {}): Promise<BuildResult> {
  const [present, sources] = await Promise.all([presentBuild(), hashOfSources()])
  if (present?.sources === sources) return { weights: present.weights, output: '', isNew: false }
  onBuild()
  return buildApp(['--logLevel', 'warn'])
}
