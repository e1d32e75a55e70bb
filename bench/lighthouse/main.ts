/**
 * `npm run bench:lighthouse`: Lighthouse on the sign-in page (empty profile) and on the board (signed-in device), against
 * the real server with a production build. Exits 1 when the median of a category is below 95.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runStep } from '../../scripts/run-step.ts'
import { Device, prepareBroker } from '../device.ts'
import { serveDemo } from '../farol-server.ts'
import { median } from '../table.ts'
import { type Audited, auditOnce, CATEGORIES } from './audit.ts'

const WANTED = 95

const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '3' },
    /** Folder with a built app. Without it the sources are built. */
    dist: { type: 'string' },
    /** Folder that keeps the demo data for the next run. */
    data: { type: 'string' },
    /** Folder for Lighthouse's own reports, HTML. */
    reports: { type: 'string' },
    port: { type: 'string', default: '4540' },
  },
})

const reportOf = (page: string, round: number) =>
  values.reports === undefined ? {} : { report: resolve(values.reports, `${page}-${round}.html`) }

async function signInPage(url: string, round: number): Promise<Audited> {
  const device = await Device.make()
  try {
    return await auditOnce({
      url: `${url}/login`,
      profile: device.profile,
      keepStorage: false,
      ...reportOf('entrada', round),
    })
  } finally {
    await device.dispose()
  }
}

/** Prints the scores and what lowers them. Returns whether all are as wanted. */
function report(page: string, rounds: readonly Audited[]): boolean {
  console.log(page)
  const medians = CATEGORIES.map((category) => {
    const scores = rounds.map((round) => round.scores[category])
    const middle = median(scores)
    console.log(`  ${middle >= WANTED ? '✓' : '✗'} ${category}: ${middle} (${scores.join(', ')})`)
    return middle
  })
  const failed = new Map(rounds.flatMap((round) => round.failed).map((audit) => [audit.id, audit]))
  for (const { category, id, title, found } of failed.values())
    console.log(`    ${category}, ${id}: ${title}${found === '' ? '' : ` (${found})`}`)
  return medians.every((score) => score >= WANTED)
}

if (values.dist === undefined) {
  const build = await runStep({ name: 'vite', command: ['node', 'scripts/build.ts', '--logLevel', 'warn'] })
  if (build.code !== 0) throw new Error(build.output)
}
const rounds = Array.from({ length: Number(values.rounds) }, (_, at) => at + 1)
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'farol-bench-')))
try {
  const server = await serveDemo(folder, Number(values.leads), Number(values.port), {
    DIST_DIR: resolve(values.dist ?? 'dist'),
  })
  try {
    const entrance: Audited[] = []
    for (const round of rounds) entrance.push(await signInPage(server.url, round))
    const board: Audited[] = []
    const device = await Device.make()
    try {
      await prepareBroker(device, server.url)
      for (const round of rounds)
        board.push(
          await auditOnce({
            url: server.url,
            profile: device.profile,
            keepStorage: true,
            ...reportOf('quadro', round),
          }),
        )
    } finally {
      await device.dispose()
    }
    const kept = [report('entrada, perfil vazio', entrance), report('quadro, sessão guardada', board)]
    process.exitCode = kept.every(Boolean) ? 0 : 1
  } finally {
    await server.stop()
  }
} finally {
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}
