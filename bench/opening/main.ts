/**
 * `npm run bench:opening`: the app opened again by a signed-in device with all its leads, in fresh browser processes,
 * at full speed and with a slow processor. Several builds (`--dist a,b`) take turns, so that other load affects all.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { runStep } from '../../scripts/run-step.ts'
import { Device, signIn, snapshotWritten, synced } from '../device.ts'
import { type FarolServer, serveDemo } from '../farol-server.ts'
import { spread } from '../table.ts'
import { type Opening, openOnce } from './one-opening.ts'

const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '21' },
    /** Factors by which the page's processor is slowed. */
    cpu: { type: 'string', default: '1,6' },
    /** Folders with built apps. Without it the sources are built. */
    dist: { type: 'string' },
    /** Folder that keeps the demo data for the next run. */
    data: { type: 'string' },
    port: { type: 'string', default: '4520' },
  },
})

interface Build {
  readonly dist: string
  readonly server: FarolServer
  readonly device: Device
}

/** A closed device of a broker with all leads and the board's snapshot on disk. */
async function prepared(dist: string, data: string, port: number): Promise<Build> {
  const server = await serveDemo(data, Number(values.leads), port, { DIST_DIR: dist })
  const device = await Device.make()
  const page = await device.page()
  await page.goto(`${server.url}/login`)
  await signIn(page, 'corretor')
  await synced(page)
  await snapshotWritten(page)
  await device.close()
  return { dist, server, device }
}

const gzipKb = (dist: string, scripts: readonly string[]) =>
  scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path)), { level: 9 }).length, 0) / 1000

function report({ dist }: Build, rate: number, openings: readonly Opening[]): void {
  const last = openings.at(-1)
  if (last === undefined) return
  const taps = openings.map(({ captureMs }) => captureMs).filter((ms) => !Number.isNaN(ms))
  console.log(
    [
      `${dist}, processador ÷ ${rate}`,
      `  primeiro cartão: ${spread(
        openings.map(({ firstCardMs }) => firstCardMs),
        'ms',
      )}`,
      `  maior tarefa até ele: ${spread(
        openings.map(({ longestTaskMs }) => longestTaskMs),
        'ms',
      )}`,
      `  JavaScript até ele: ${gzipKb(dist, last.scripts).toFixed(0)} kB em ${last.scripts.length} arquivos`,
      taps.length === 0 ? '' : `  toque em 'Capturar' até o diálogo: ${spread(taps, 'ms')}`,
    ].join('\n'),
  )
}

if (values.dist === undefined) {
  const build = await runStep({ name: 'vite', command: ['npx', 'vite', 'build', '--logLevel', 'warn'] })
  if (build.code !== 0) throw new Error(build.output)
}
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'farol-bench-')))
const builds: Build[] = []
try {
  // One PGlite folder serves one process.
  for (const [at, dist] of (values.dist ?? 'dist').split(',').entries())
    builds.push(await prepared(resolve(dist), join(folder, String(at)), Number(values.port) + at))
  for (const rate of values.cpu.split(',').map(Number)) {
    const openings = new Map<Build, Opening[]>(builds.map((build) => [build, []]))
    // The first opening fills the browser's cache of compiled code and is not counted.
    for (let round = 0; round <= Number(values.rounds); round++)
      for (const build of builds) {
        const opening = await openOnce(build.device, build.server.url, rate)
        if (round > 0) openings.get(build)?.push(opening)
      }
    for (const [build, all] of openings) report(build, rate, all)
  }
} finally {
  for (const { device, server } of builds) {
    await device.dispose()
    await server.stop()
  }
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}
