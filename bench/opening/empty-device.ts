/**
 * `npm run bench:empty`: from the tap on 'Entrar' on an empty device until the first card is painted, and until all
 * leads are stored. Each time a new browser profile. Several builds (`--dist a,b`) take turns.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runStep } from '../../scripts/run-step.ts'
import { Device, signIn, synced } from '../device.ts'
import { type FarolServer, serveDemo } from '../farol-server.ts'
import { Records } from '../records.ts'
import { median, spread } from '../table.ts'
import { slowed } from './slowed.ts'

const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '7' },
    /** Factors by which the page's processor is slowed. */
    cpu: { type: 'string', default: '1,6' },
    /** Folders with built apps. Without it the sources are built. */
    dist: { type: 'string' },
    /** Folder that keeps the demo data for the next run. */
    data: { type: 'string' },
    port: { type: 'string', default: '4530' },
  },
})

/** Time in which the sign-in screen loads what follows it, while a person types. */
const TYPING_MS = 3000

/** Both in ms from the tap on 'Entrar'. */
interface Entrance {
  readonly firstCardMs: number
  readonly allStoredMs: number
}

interface SeenEntrance {
  tappedMs?: number
  firstCardMs?: number
}

declare global {
  interface Window {
    entrance?: SeenEntrance
  }
}

/** Runs in the page before any of its code. A frame's message comes after the frame is painted. */
function watch(): void {
  const seen: SeenEntrance = {}
  window.entrance = seen
  let found = false
  new MutationObserver(() => {
    if (found) return
    if (!document.querySelector('article[aria-label^="Lead "] button[aria-label^="Ver lead"]')) return
    found = true
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        seen.firstCardMs = performance.now()
      }
      port2.postMessage(null)
    })
  }).observe(document, { childList: true, subtree: true })
  document.addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      seen.tappedMs = timeStamp
    },
    { capture: true },
  )
}

async function enterOnce(url: string, rate: number): Promise<Entrance> {
  const device = await Device.make()
  try {
    const context = await device.open()
    await context.addInitScript(watch)
    const page = await device.page()
    await slowed(page, rate)
    await page.goto(`${url}/login`)
    await page.getByLabel('Login', { exact: true }).waitFor()
    await page.waitForTimeout(TYPING_MS)
    await signIn(page, 'admin')
    await page.waitForFunction(() => window.entrance?.firstCardMs, undefined, { polling: 50 })
    await synced(page)
    const { tappedMs, firstCardMs, nowMs } = await page.evaluate(() => ({
      ...window.entrance,
      nowMs: performance.now(),
    }))
    if (tappedMs === undefined || firstCardMs === undefined)
      throw new Error('the tap or the card was not seen')
    return { firstCardMs: firstCardMs - tappedMs, allStoredMs: nowMs - tappedMs }
  } finally {
    await device.dispose()
  }
}

if (values.dist === undefined) {
  const build = await runStep({ name: 'vite', command: ['npx', 'vite', 'build', '--logLevel', 'warn'] })
  if (build.code !== 0) throw new Error(build.output)
}
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'farol-bench-')))
const records = new Records('empty')
const builds: { dist: string; server: FarolServer }[] = []
try {
  // One PGlite folder serves one process.
  for (const [at, dist] of (values.dist ?? 'dist').split(',').entries()) {
    const port = Number(values.port) + at
    const env = { DIST_DIR: resolve(dist) }
    builds.push({ dist, server: await serveDemo(join(folder, String(at)), Number(values.leads), port, env) })
  }
  for (const rate of values.cpu.split(',').map(Number)) {
    const entrances = new Map<string, Entrance[]>(builds.map(({ dist }) => [dist, []]))
    for (let round = 0; round < Number(values.rounds); round++)
      for (const { dist, server } of builds) entrances.get(dist)?.push(await enterOnce(server.url, rate))
    for (const [dist, all] of entrances) {
      const cards = all.map(({ firstCardMs }) => firstCardMs)
      const stored = all.map(({ allStoredMs }) => allStoredMs)
      console.log(`${dist}, processador ÷ ${rate}`)
      console.log(`  'Entrar' to the first card: ${spread(cards, 'ms')}`)
      console.log(`  'Entrar' to all leads stored: ${spread(stored, 'ms')}`)
      if (dist !== builds[0]?.dist) continue
      records.note(`first card ÷ ${rate}`, median(cards))
      records.note(`all stored ÷ ${rate}`, median(stored))
    }
  }
  await records.end()
} finally {
  for (const { server } of builds) await server.stop()
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}
