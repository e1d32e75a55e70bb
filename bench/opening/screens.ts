/**
 * `npm run bench:screens`: each screen of the menu from the tap on its entry until its first content is painted, with
 * kept answers, in a fresh browser process that began with the first screen. Exits with 1 above a limit.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runStep } from '../../scripts/run-step.ts'
import { Device, signIn, synced } from '../device.ts'
import { type FarolServer, serveDemo } from '../farol-server.ts'
import { Records } from '../records.ts'
import { median } from '../table.ts'
import { contentOf } from './screen-content.ts'
import { slowed } from './slowed.ts'
import { openScreen, visitAll } from './tap-screen.ts'

const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '5' },
    /** Factors by which the page's processor is slowed. */
    cpu: { type: 'string', default: '1,6' },
    /** Of the demo's users, by their logins. */
    users: { type: 'string', default: 'admin,gerente,corretor,concessionaria,indicador' },
    /** Paths of the screens, comma-separated. Without it all of the menu. */
    only: { type: 'string' },
    /** A folder with a built app. Without it the sources are built. */
    dist: { type: 'string' },
    /** Folder that keeps the demo data for the next run. */
    data: { type: 'string' },
    port: { type: 'string', default: '4550' },
  },
})

/** Limits of the medians in ms, by the factor of the processor. */
const LIMIT_MS: Readonly<Record<number, number>> = { 1: 200, 6: 500 }

interface Account {
  readonly login: string
  /** Where the app is opened: docs/rules.md#routes */
  readonly start: string
  readonly paths: (all: readonly string[]) => readonly string[]
}

/** Every screen of the user's menu but the first, which is measured for a referrer. */
const accountOf = (login: string): Account =>
  login === 'indicador'
    ? { login, start: '/sincronizacao', paths: () => ['/'] }
    : { login, start: '/', paths: (all) => all.filter((path) => path !== '/') }

const wanted = values.only?.split(',')
let isKept = true
const records = new Records('screens')

async function measure({ login, start, paths }: Account, server: FarolServer): Promise<void> {
  const device = await Device.make()
  try {
    const page = await device.page()
    await page.goto(`${server.url}/login`)
    await signIn(page, login)
    await synced(page)
    const all = await visitAll(page)
    await device.close()
    const measured = paths(all).filter((path) => wanted === undefined || wanted.includes(path))
    for (const rate of values.cpu.split(',').map(Number))
      for (const path of measured) {
        const times: number[] = []
        for (let round = 0; round < Number(values.rounds); round++) {
          const context = await device.open()
          const opened = await device.page()
          await slowed(opened, rate)
          times.push(await openScreen(context, opened, { url: server.url, start, path }))
          await device.close()
        }
        report(login, path, rate, times)
      }
  } finally {
    await device.dispose()
  }
}

function report(login: string, path: string, rate: number, times: readonly number[]): void {
  const limit = LIMIT_MS[rate] ?? Number.POSITIVE_INFINITY
  const ms = median(times)
  const kept = ms <= limit
  isKept &&= kept
  records.note(`${login} ${path} ÷ ${rate}`, ms)
  const range = `${Math.min(...times).toFixed(0)} a ${Math.max(...times).toFixed(0)}`
  console.log(
    [
      kept ? '✓' : '✗',
      `÷ ${rate}`,
      login.padEnd(9),
      path.padEnd(38),
      `${ms.toFixed(0).padStart(5)} ms (${range})`,
      `  ${contentOf(path)}`,
    ].join('  '),
  )
}

if (values.dist === undefined) {
  const build = await runStep({ name: 'vite', command: ['npx', 'vite', 'build', '--logLevel', 'warn'] })
  if (build.code !== 0) throw new Error(build.output)
}
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'farol-bench-')))
const env = { DIST_DIR: resolve(values.dist ?? 'dist') }
const server = await serveDemo(join(folder, '0'), Number(values.leads), Number(values.port), env)
try {
  for (const login of values.users.split(',')) await measure(accountOf(login), server)
  await records.end()
} finally {
  await server.stop()
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}
if (!isKept) process.exitCode = 1
