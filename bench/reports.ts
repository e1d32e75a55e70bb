/**
 * `npm run bench:reports`: latencies of the reports' calls for a month and a year, and an export of all leads, on the
 * embedded database and on a PostgreSQL that it starts. Prints a Markdown table.
 *
 * Options: --leads 200000 --database pglite,postgres --data FOLDER (keeps the demo data)
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '../server/db/migrate.ts'
import { openStore, type StoreConfig } from '../server/db/store.ts'
import { fillDemo, isEmpty } from '../server/demo/fill-demo.ts'
import { saoPauloDay } from '../src/domain/time/sao-paulo.ts'
import { startPostgres } from '../tests/api/support/postgres-server.ts'
import { startProcess } from '../tests/faults/support/server-process.ts'
import { tokenOf } from './load/devices.ts'
import { Timings, timedCall } from './load/timing.ts'

const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '200000' },
    database: { type: 'string', default: 'pglite,postgres' },
    data: { type: 'string' },
  },
})
const leads = Number(values.leads)
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'farol-reports-')))
const DAY_MS = 86_400_000
const ROUNDS = 20

const day = (ago: number) => saoPauloDay(Date.now() - ago * DAY_MS)
const INI = (days: number) => `date_ini=${day(days)}&date_end=${day(0)}`
const START = (days: number) => `start_date=${day(days)}&end_date=${day(0)}`
const DATE = (days: number) => `date_start=${day(days)}&date_end=${day(0)}`

/** The calls by report, with the names of their days. */
const CALLS: Readonly<Record<string, (days: number) => string>> = {
  'indicações da corretora': (days) => `leads/indicationManagerReport?${INI(days)}&per_page=1000`,
  'indicações da concessionária': (days) => `leads/indicationReportGerVeic?${INI(days)}&per_page=1000`,
  indicador: (days) => `leads/indicatorReport?${INI(days)}`,
  perdas: (days) => `leads/lostSaleReport?${INI(days)}`,
  ligações: (days) => `leads/list-broker?isCallReport=true&${INI(days)}`,
  atendimento: (days) => `leads/AttendanceReport?${START(days)}`,
  renovações: (days) => `leads/renovationReport?${INI(days)}`,
  diagnóstico: (days) => `diagnosis?${START(days)}`,
  'diagnóstico presencial': (days) => `leads/list-presencial?${DATE(days)}`,
  origem: (days) => `leads-origin?${DATE(days)}`,
  duplicados: (days) => `lead-duplicates?${DATE(days)}`,
}

async function prepare(config: StoreConfig): Promise<string> {
  const store = await openStore(config)
  try {
    await migrate(store.db)
    if (await isEmpty(store)) await fillDemo(store, { leads, now: new Date() })
    const admin = await store.db
      .selectFrom('users')
      .select('id')
      .where('login', '=', 'admin')
      .executeTakeFirstOrThrow()
    return await tokenOf(store.db, admin.id)
  } finally {
    await store.close()
  }
}

/** Resident memory of a process in MB. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

async function measure(name: string, environment: Record<string, string>, token: string): Promise<void> {
  const server = await startProcess(environment)
  try {
    console.log(`\n| ${name}, ms (p50 · p95 · p99) | um mês | um ano |\n|---|---|---|`)
    for (const [report, pathOf] of Object.entries(CALLS)) {
      const cells: string[] = []
      for (const days of [30, 365]) {
        const timings = new Timings()
        const path = `/api/${pathOf(days)}`
        for (let round = 0; round < ROUNDS; round++) await timedCall(server.address, { path, token }, timings)
        cells.push(timings.summary)
      }
      console.log(`| ${report} | ${cells.join(' | ')} |`)
    }
    await exportAll(server.address, server.child.pid ?? 0, token)
  } finally {
    await server.stop()
  }
}

async function exportAll(url: string, pid: number, token: string): Promise<void> {
  const before = await residentMb(pid)
  const started = performance.now()
  const answer = await fetch(`${url}/api/leads/indicationManagerReportExport?${INI(720)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const reader = answer.body?.getReader()
  let first = 0
  let bytes = 0
  let most = before
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    if (first === 0) first = performance.now() - started
    bytes += next.value.length
    most = Math.max(most, await residentMb(pid))
  }
  const took = (performance.now() - started) / 1000
  console.log(
    `| planilha de todos os leads | ${(bytes / 1e6).toFixed(1)} MB em ${took.toFixed(1)} s | ` +
      `primeiro byte ${first.toFixed(0)} ms, memória +${(most - before).toFixed(0)} MB |`,
  )
}

const databases = values.database.split(',')
const postgres = databases.includes('postgres')
  ? await startPostgres({ dir: join(folder, 'postgres'), fsync: true })
  : null
const label = leads.toLocaleString('pt-BR')
try {
  if (databases.includes('pglite')) {
    const dataDir = join(folder, 'pglite')
    await measure(`PGlite, ${label} leads`, { DATA_DIR: dataDir }, await prepare({ dataDir }))
  }
  if (postgres !== null) {
    const url = await postgres.newDatabase('reports')
    await measure(`PostgreSQL, ${label} leads`, { DATABASE_URL: url }, await prepare({ url }))
  }
} finally {
  await postgres?.stop()
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}
