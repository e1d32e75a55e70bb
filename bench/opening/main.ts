/**
 * `npm run bench:opening`: the app opened again by a signed-in device with all its leads, in fresh browser processes that nobody
 * inspects, at full speed and with a slow processor. Several builds (`--dist a,b`) and numbers of leads (`--leads 10000,100000`)
 * take turns, so that other load affects all.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { runStep } from '../../scripts/run-step.ts'
import { Device, prepareBroker } from '../device.ts'
import { type FarolServer, serveDemo } from '../farol-server.ts'
import { Records } from '../records.ts'
import { median, spread } from '../table.ts'
import { Front } from './front.ts'
import { type Opening, openOnce } from './one-opening.ts'
import { watchedBuild } from './watched-build.ts'

/** An opening, and when the tap came, ms after the first card. */
type TappedOpening = Opening & { readonly tapAfterMs: number }

const { values } = parseArgs({
  options: {
    /** The first number is the one that others are compared with. */
    leads: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '21' },
    /** Factors by which the page's processor is slowed. */
    cpu: { type: 'string', default: '1,6' },
    /** From the first card to the tap on 'Capturar', ms. Before 3000 some of the code is still loading. */
    tap: { type: 'string', default: '0,500,1000,2000' },
    /** Size of the window, px. */
    window: { type: 'string', default: '1440x900' },
    /** Folders with built apps. Without it the sources are built. */
    dist: { type: 'string' },
    /** Folder that keeps the demo data and the prepared devices for the next run with the same builds. */
    data: { type: 'string' },
    port: { type: 'string', default: '4520' },
  },
})

interface Case {
  readonly dist: string
  readonly leads: number
  readonly server: FarolServer
  readonly front: Front
  readonly profile: string
}

/** Names a build by the page that lists its hashed files, and its first script. A device keeps the build that it has installed. */
const buildId = (dist: string) =>
  createHash('sha256')
    .update(readFileSync(join(dist, 'index.html')))
    .update(readFileSync(join(dist, 'begin.js')))
    .digest('hex')
    .slice(0, 12)

/** Time in which an opening keeps what the next one shows first, ms. */
const KEEPS_MS = 6000

/** A closed device of a broker with all leads and the board's snapshot on disk. */
async function prepared(dist: string, leads: number, data: string, port: number): Promise<Case> {
  const watched = join(data, 'watched')
  await watchedBuild(dist, watched)
  // What the device has stored belongs to the address of the front.
  const server = await serveDemo(data, leads, port + 100, { DIST_DIR: watched })
  const front = await Front.before(server.url, port)
  const profile = join(data, `device-${leads}-${buildId(dist)}`)
  const ready = `${profile}.ready`
  const isReady = existsSync(ready)
  // What an ended run has left halfway is of no use.
  if (!isReady) await rm(profile, { recursive: true, force: true })
  const device = await Device.at(profile)
  if (!isReady) {
    await prepareBroker(device, front.url)
    await writeFile(ready, '')
  }
  return { dist, leads, server, front, profile }
}

const [width = 1440, height = 900] = values.window.split('x').map(Number)
const tapDelays = values.tap.split(',').map(Number)

const gzipKb = (dist: string, scripts: readonly string[]) =>
  scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path)), { level: 9 }).length, 0) / 1000

function report({ dist, leads }: Case, rate: number, openings: readonly TappedOpening[]): void {
  const last = openings.at(-1)
  if (last === undefined) return
  console.log(
    [
      `${dist}, ${leads.toLocaleString('en')} leads, processador ÷ ${rate}`,
      `  primeiro cartão: ${spread(
        openings.map(({ firstCardMs }) => firstCardMs),
        'ms',
      )}`,
      `  maior tarefa até ele: ${spread(
        openings.map(({ longestTaskMs }) => longestTaskMs),
        'ms',
      )}`,
      `  React there: ${spread(
        openings.map(({ reactMs }) => reactMs),
        'ms',
      )}`,
      `  longest task in the two seconds after it: ${spread(
        openings.map(({ longestAfterMs }) => longestAfterMs),
        'ms',
      )}`,
      `  JavaScript until it: ${gzipKb(dist, last.scripts).toFixed(0)} kB in ${last.scripts.length} files`,
      ...tapDelays.flatMap((delay) => {
        const taps = openings
          .filter(({ tapAfterMs, captureMs }) => tapAfterMs === delay && !Number.isNaN(captureMs))
          .map(({ captureMs }) => captureMs)
        return taps.length === 0
          ? []
          : [`  press on 'Capturar' ${delay} ms after the first card, to its dialog: ${spread(taps, 'ms')}`]
      }),
    ].join('\n'),
  )
}

/** Notes the medians of the sources' own build. */
function keep(records: Records, { leads }: Case, rate: number, openings: readonly TappedOpening[]): void {
  const note = (what: string, times: readonly number[]) =>
    records.note(`${what}, ${leads} leads ÷ ${rate}`, median(times))
  note(
    'first card',
    openings.map(({ firstCardMs }) => firstCardMs),
  )
  note(
    'React there',
    openings.map(({ reactMs }) => reactMs),
  )
  note(
    'longest task after the first card',
    openings.map(({ longestAfterMs }) => longestAfterMs),
  )
  note(
    'press on Capturar',
    openings.map(({ captureMs }) => captureMs).filter((ms) => !Number.isNaN(ms)),
  )
}

/** Prints how many times the first card of the first case each other takes. */
function ratios(openings: ReadonlyMap<Case, readonly TappedOpening[]>): void {
  const [first, ...others] = [...openings].map(([{ dist, leads }, all]) => ({
    name: `${dist}, ${leads.toLocaleString('en')} leads`,
    ms: median(all.map(({ firstCardMs }) => firstCardMs)),
  }))
  if (first === undefined) return
  for (const { name, ms } of others)
    console.log(`first card, ${name} against ${first.name}: ${(ms / first.ms).toFixed(2)}`)
}

if (values.dist === undefined) {
  const build = await runStep({ name: 'vite', command: ['npx', 'vite', 'build', '--logLevel', 'warn'] })
  if (build.code !== 0) throw new Error(build.output)
}
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'farol-bench-')))
const cases: Case[] = []
const records = new Records('opening')
try {
  const wanted = (values.dist ?? 'dist')
    .split(',')
    .flatMap((dist) =>
      values.leads.split(',').map((leads) => ({ dist: resolve(dist), leads: Number(leads) })),
    )
  // One PGlite folder serves one process.
  for (const [at, { dist, leads }] of wanted.entries())
    cases.push(await prepared(dist, leads, join(folder, String(at)), Number(values.port) + at))
  for (const rate of values.cpu.split(',').map(Number)) {
    const openings = new Map<Case, TappedOpening[]>(cases.map((one) => [one, []]))
    // The first opening fills the browser's cache of compiled code, keeps what a later one shows first, and is not counted.
    for (const { profile, front } of cases)
      await openOnce(profile, front, { rate: 1, tapAfterMs: -1, staysMs: KEEPS_MS, width, height })
    for (let round = 0; round < Number(values.rounds); round++)
      for (const one of cases) {
        const tapAfterMs = tapDelays[round % tapDelays.length] ?? 0
        const opening = await openOnce(one.profile, one.front, { rate, tapAfterMs, width, height })
        openings.get(one)?.push({ ...opening, tapAfterMs })
      }
    for (const [one, all] of openings) {
      report(one, rate, all)
      if (values.dist === undefined) keep(records, one, rate, all)
    }
    if (Number(values.rounds) > 0) ratios(openings)
  }
  await records.end()
} finally {
  for (const { front, server } of cases) {
    await front.stop()
    await server.stop()
  }
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}
