/**
 * `npm run bench:lighthouse`: Lighthouse on the pages without a session (empty profile) and on the broker's screens (signed-in
 * device), against the real server with a production build. Exits 1 when the median of a category is below 95.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { runStep } from '../../scripts/run-step.ts'
import { PASSWORD } from '../../tests/support/demo-password.ts'
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

/** The screens of a signed-in broker. */
const SCREENS = [
  { name: 'board', path: '/' },
  { name: 'lista', path: '/clients' },
  { name: 'report', path: '/relatorio-atendimento' },
  { name: 'form', path: '/lead' },
] as const

/** The address of the public page that sends an indication to the demo's indicator. */
async function publicPage(url: string): Promise<string> {
  const body = JSON.stringify({ login: 'indicador', password: PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const login = loginSchema.parse(
    await (await fetch(`${url}/api/login`, { method: 'POST', headers, body })).json(),
  )
  const link = await fetch(`${url}/api/externalMail?onlyLink=true`, {
    headers: { authorization: `Bearer ${login.data.token}` },
  })
  const { pathname, search } = new URL(linkSchema.parse(await link.json()).url)
  return `${url}${pathname}${search}`
}

const loginSchema = z.object({ data: z.object({ token: z.string() }) })
const linkSchema = z.object({ url: z.url() })

interface Stranger {
  readonly url: string
  readonly name: string
  readonly skip: readonly string[]
}

/** An audit of a page by a person who never visited it before. */
async function asStranger({ url, name, skip }: Stranger, round: number): Promise<Audited> {
  const device = await Device.make()
  try {
    return await auditOnce({
      url,
      profile: device.profile,
      keepStorage: false,
      skip,
      ...reportOf(name, round),
    })
  } finally {
    await device.dispose()
  }
}

/** Prints the scores and what lowers them. Returns whether all are as wanted. */
function report(page: string, rounds: readonly Audited[]): boolean {
  const indexes = rounds.map(({ benchmarkIndex }) => benchmarkIndex)
  console.log(`${page} (benchmarkIndex ${median(indexes).toFixed(0)})`)
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
    const kept: boolean[] = []
    const strangers: readonly Stranger[] = [
      { name: 'entrada', url: `${server.url}/login`, skip: [] },
      // An inviter's link is for those who got it: no search engine may list it.
      { name: 'inviter page', url: await publicPage(server.url), skip: ['is-crawlable'] },
    ]
    for (const stranger of strangers) {
      const audits: Audited[] = []
      for (const round of rounds) audits.push(await asStranger(stranger, round))
      kept.push(report(`${stranger.name}, empty profile`, audits))
    }
    const device = await Device.make()
    try {
      await prepareBroker(device, server.url)
      const { profile } = device
      for (const { name, path } of SCREENS) {
        const audits: Audited[] = []
        for (const round of rounds)
          audits.push(
            await auditOnce({ url: server.url + path, profile, keepStorage: true, ...reportOf(name, round) }),
          )
        kept.push(report(`${name}, session kept`, audits))
      }
    } finally {
      await device.dispose()
    }
    process.exitCode = kept.every(Boolean) ? 0 : 1
  } finally {
    await server.stop()
  }
} finally {
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}
