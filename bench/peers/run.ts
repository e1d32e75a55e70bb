/**
 * `npm run bench:peers`: measures Farol's engine and its peers in one Chromium, with the same rows from one server.
 * The engines alternate in each round, so that other load affects all equally. Prints medians and ratios.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import { build } from 'vite'
import { Records } from '../records.ts'
import { serveFeed } from './feed-server.ts'
import { growthOfOpening } from './growth.ts'
import { type Figures, medianOf, printMemory, printSize } from './report.ts'
import { visit } from './visit.ts'

const HERE = import.meta.dirname
const ENGINES = 'farol,raw,dexie,rxdb,replicache,tanstack,pouchdb'
const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '10000,50000,100000' },
    engines: { type: 'string', default: ENGINES },
    rounds: { type: 'string', default: '3' },
    /** The most leads for engines that take minutes. */
    'slow-up-to': { type: 'string', default: '10000' },
    json: { type: 'string' },
  },
})
const SLOW = new Set(['pouchdb'])
/** Several, since single openings differ too much. */
const OPENINGS = 5

if (!existsSync(join(HERE, 'node_modules'))) {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: HERE, stdio: 'inherit' })
  if (status !== 0) throw new Error('npm ci failed in bench/peers')
}
await build({ configFile: join(HERE, 'vite.config.ts'), logLevel: 'error' })
const sizes = values.leads.split(',').map(Number)
const engines = values.engines.split(',')
const rounds = Number(values.rounds)
const feed = await serveFeed(join(HERE, 'dist'), sizes)

/** Memory in MB of the window and of its workers, after a garbage collection. */
async function memoryOf(page: Page): Promise<{ windowMb: number; workersMb: number }> {
  const { breakdown } = await page.evaluate(() => performance.measureUserAgentSpecificMemory())
  const mb = (of: (scope: string) => boolean) =>
    breakdown
      .filter(({ attribution }) => attribution.some(({ scope }) => of(scope)))
      .reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  return { windowMb: mb((scope) => scope === 'Window'), workersMb: mb((scope) => scope.includes('Worker')) }
}

/** Measures one engine at one size: the first sync in a fresh profile, then the same profile in new browsers. */
async function once(engine: string, leads: number, note: (figures: Figures) => void): Promise<void> {
  feed.startOver()
  const profile = await mkdtemp(join(tmpdir(), 'farol-peers-'))
  const address = `${feed.url}/?engine=${engine}&leads=${leads}`
  try {
    await visit(profile, address, note, async (page) => {
      await page.evaluate(() => window.bench?.firstSync())
      note(await memoryOf(page))
    })
    const openings: Figures[] = []
    for (let time = 0; time < OPENINGS; time++) {
      await visit(profile, address, note, async (page) => {
        openings.push({ open: await page.evaluate(() => window.bench?.openAgain()) })
      })
      // An error in a later opening keeps the earlier ones.
      note({ open: medianOf(openings, 'open') })
    }
    await visit(profile, address, note, (page) => page.evaluate(() => window.bench?.day()))
  } finally {
    await rm(profile, { recursive: true, force: true })
  }
}

const records = new Records('peers')
const results: Record<number, Record<string, Figures[]>> = {}
for (const leads of sizes) {
  const taking = engines.filter((engine) => !SLOW.has(engine) || leads <= Number(values['slow-up-to']))
  const runs: Record<string, Figures[]> = Object.fromEntries(taking.map((engine) => [engine, []]))
  results[leads] = runs
  for (let round = 1; round <= rounds; round++)
    for (const engine of taking) {
      const taken: Record<string, number | undefined> = {}
      try {
        await once(engine, leads, (figures) => Object.assign(taken, figures))
      } catch (error) {
        console.error(`${engine}, ${leads}: ${error instanceof Error ? error.message.slice(0, 300) : error}`)
      }
      // An interrupted run keeps its figures so far.
      runs[engine]?.push(taken)
      process.stderr.write(`${leads} ${round}/${rounds} ${engine} ${JSON.stringify(taken)}\n`)
    }
  printSize(leads, rounds, runs)
  for (const name of Object.keys(runs.farol?.[0] ?? {}))
    if (!name.endsWith('Mb')) records.note(`${leads} leads: ${name}`, medianOf(runs.farol ?? [], name))
}
if (engines.includes('farol')) await records.end()
printMemory(results)
if (values.json !== undefined) await writeFile(values.json, JSON.stringify(results, null, 1))
const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)]
if (engines.includes('farol') && smallest < largest) await growthOfOpening(feed, smallest, largest)
feed.stop()
