/**
 * `npm run bench`: measures the promised speed with the real server and the built app in a real browser, prints a
 * table, then compares the engine with its peers (peers/run.ts). It is not part of the tests, and a missed promise
 * fails nothing.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runStep } from '../scripts/run-step.ts'
import { Device, signIn, snapshotWritten, synced } from './device.ts'
import { type FarolServer, serveDemo } from './farol-server.ts'
import { arrivingRows } from './measures/arriving-rows.ts'
import { boardWorker, everyFilter } from './measures/board-worker.ts'
import { capture } from './measures/capture.ts'
import { day } from './measures/day.ts'
import { firstSync } from './measures/first-sync.ts'
import { pulls } from './measures/pulls.ts'
import { reopenings, type Synced } from './measures/reopen.ts'
import { scrolling } from './measures/scrolling.ts'
import { shellSize } from './measures/shell-size.ts'
import { Records } from './records.ts'
import { type Line, printTable } from './table.ts'

const PARTS = ['pulls', 'shell', 'board', 'day', 'reopen', 'peers']

const { values } = parseArgs({
  options: {
    /** Reopening compares the smallest and the largest. The middle one is for all other measurements. */
    leads: { type: 'string', default: '10000,50000,100000' },
    /** Folder that keeps the demo data for the next run. Without it they are created again and removed. */
    data: { type: 'string' },
    port: { type: 'string', default: '4500' },
    only: { type: 'string' },
    /** Rounds for each engine in the comparison with its peers. */
    rounds: { type: 'string', default: '3' },
  },
})
const sizes = values.leads
  .split(',')
  .map(Number)
  .toSorted((a, b) => a - b)
const [smallest = 0] = sizes
const largest = sizes.at(-1) ?? smallest
const middle = sizes[Math.floor(sizes.length / 2)] ?? smallest
const port = Number(values.port)
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'farol-bench-')))

const lines: Line[] = []
function note(...found: Line[]): void {
  lines.push(...found)
  for (const line of found) console.log(`${line.what}: ${line.measured}`)
}

/** A failed measurement adds a line with its error. The other measurements still run. */
async function attempt(what: string, measure: () => Promise<void>): Promise<void> {
  try {
    await measure()
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    note({ what, measured: `failed: ${reason}`, against: '', ratio: null, wanted: '', kept: false })
  }
}

/** 'Meu dia' on a device that has all rows and the board's snapshot. */
async function onTheDay(url: string): Promise<void> {
  const device = await Device.make()
  try {
    const page = await device.page()
    await page.goto(`${url}/login`)
    await signIn(page, 'admin')
    await synced(page)
    await snapshotWritten(page)
    await attempt('Meu dia', async () => note(...(await day(page, url))))
  } finally {
    await device.dispose()
  }
}

async function onTheBoard(url: string): Promise<void> {
  const device = await Device.make()
  try {
    const context = await device.open()
    const page = await device.page()
    await attempt('primeira sincronização', async () => note(...(await firstSync(page, url))))
    await attempt('questions to the board', async () => {
      await snapshotWritten(page)
      note(...(await boardWorker(page)))
      note(await everyFilter(page, middle))
    })
    await attempt('rolagem', async () => note(await scrolling(page)))
    await attempt('arriving rows', async () => note(await arrivingRows(context, page, url)))
    await attempt('captura', async () => note(...(await capture(page))))
  } finally {
    await device.dispose()
  }
}

/** Needs neither the built app nor a server. */
async function onADevice(): Promise<void> {
  const device = await Device.make()
  try {
    await attempt('pulls', async () => note(...(await pulls(await device.page()))))
  } finally {
    await device.dispose()
  }
}

/** A closed device with the demo data of that size and the board's snapshot on disk. */
async function syncedDevice({ url }: FarolServer, leads: number): Promise<Synced> {
  const device = await Device.make()
  const page = await device.page()
  await page.goto(`${url}/login`)
  await signIn(page, 'admin')
  await synced(page)
  await snapshotWritten(page)
  await device.close()
  return { device, url, leads }
}

async function reopen(): Promise<void> {
  const servers = [
    await serveDemo(folder, smallest, port),
    await serveDemo(folder, largest, port + 1),
  ] as const
  const devices: Synced[] = []
  try {
    const small = await syncedDevice(servers[0], smallest)
    devices.push(small)
    const large = await syncedDevice(servers[1], largest)
    devices.push(large)
    note(await reopenings(small, large))
    await attempt('questions to the board', async () => {
      const page = await large.device.page()
      await page.goto(large.url)
      await synced(page)
      note(await everyFilter(page, largest))
    })
  } finally {
    for (const { device } of devices) await device.dispose()
    for (const server of servers) await server.stop()
  }
}

const only = new Set(values.only?.split(',') ?? PARTS)
if (only.has('pulls')) await onADevice()
const isOfApp = ['shell', 'board', 'day', 'reopen'].some((part) => only.has(part))
if (isOfApp && process.env.DIST_DIR === undefined) {
  const build = await runStep({ name: 'vite', command: ['npx', 'vite', 'build', '--logLevel', 'warn'] })
  if (build.code !== 0) throw new Error(build.output)
}
try {
  if (['shell', 'board', 'day'].some((part) => only.has(part))) {
    const server = await serveDemo(folder, middle, port)
    if (only.has('shell')) await attempt('tamanho', async () => note(await shellSize(server.url)))
    if (only.has('board')) await onTheBoard(server.url)
    if (only.has('day')) await onTheDay(server.url)
    await server.stop()
  }
  if (only.has('reopen') && largest > smallest) await attempt('reabrir', reopen)
} finally {
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}
if (lines.length > 0) {
  console.log('')
  printTable(lines)
  const records = new Records('bench')
  for (const { record } of lines) if (record !== undefined) records.note(record.name, record.ms)
  await records.end()
}
if (only.has('peers')) {
  const run = [
    join(import.meta.dirname, 'peers/run.ts'),
    '--leads',
    sizes.join(','),
    '--rounds',
    values.rounds,
  ]
  process.exitCode = spawnSync(process.execPath, run, { stdio: 'inherit' }).status ?? 1
}
