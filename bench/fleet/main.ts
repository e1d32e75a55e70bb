/**
 * `npm run bench:fleet`: what many devices cost the server, on a PostgreSQL that it starts. Prints Markdown tables.
 *
 * --costs: processor time of one pull and one command, of the server process and of PostgreSQL together (the default)
 * --rates 20,50 --seconds 10: so many commands a second while `--devices` brokers' and `--managers` managers' devices follow
 * --return: all brokers' devices come back at once, with 20 commands each
 * --statements: what each statement cost PostgreSQL, for each rate
 * --reports: a manager opens reports of a year during each rate
 * --processes 2: so many server processes on one database, with the devices spread over them
 * --share 0.25: so much of a core for each server process (Linux, as root)
 * --node='--max-semi-space-size=16': options of Node for the server processes
 * --against FOLDER: another checkout by turns, on a copy of the database. It begins with the older one's demo data.
 * Further: --leads 20000 --data FOLDER (keeps the demo data)
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { openStore } from '../../server/db/store.ts'
import { startPostgres } from '../../tests/api/support/postgres-server.ts'
import { type ServerProcess, startProcess } from '../../tests/faults/support/server-process.ts'
import { makeDevices } from '../load/devices.ts'
import { keptDatabase } from '../prepared.ts'
import { Records } from '../records.ts'
import { afterFirstSync, costs, type Fleet, firstSyncs } from './costs.ts'
import { makeFleet, managerTokens } from './people.ts'
import { atRate } from './rates.ts'
import { returning } from './return.ts'
import { limitToShare } from './share.ts'
import { COUNTED, countAnew, dearest } from './statements.ts'

const { values } = parseArgs({
  options: {
    costs: { type: 'boolean', default: false },
    rates: { type: 'string', default: '' },
    seconds: { type: 'string', default: '10' },
    devices: { type: 'string', default: '1000' },
    managers: { type: 'string', default: '15' },
    return: { type: 'boolean', default: false },
    reports: { type: 'boolean', default: false },
    processes: { type: 'string', default: '1' },
    share: { type: 'string' },
    node: { type: 'string', default: '' },
    statements: { type: 'boolean', default: false },
    against: { type: 'string' },
    leads: { type: 'string', default: '20000' },
    data: { type: 'string' },
  },
})
const HERE = join(import.meta.dirname, '../..')
const leads = Number(values.leads)
const rates = values.rates === '' ? [] : values.rates.split(',').map(Number)
const isOnlyCosts = rates.length === 0 && !values.return
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'farol-fleet-')))
const settings = values.statements ? COUNTED : {}
const postgres = await startPostgres({ dir: join(folder, 'postgres'), settings })

/** The first line of the cluster's own file. */
const postmasterPid = async () =>
  Number((await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])

async function printCosts(fleet: Fleet, url: string): Promise<void> {
  const store = await openStore({ url })
  const devices = await makeDevices(store, 16)
  const managers = await managerTokens(store, 4)
  await store.close()
  for (const device of devices) await afterFirstSync(fleet.url, device)
  console.log(
    '\n| | server, ms | PostgreSQL, ms | together | wall (p50 · p95 · p99) |\n|---|---|---|---|---|',
  )
  const records = new Records('fleet')
  for (const { what, serverMs, postgresMs, wall } of await costs(fleet, devices)) {
    records.note(what, serverMs + postgresMs)
    console.log(
      `| ${what} | ${serverMs.toFixed(2)} | ${postgresMs.toFixed(2)} | ${(serverMs + postgresMs).toFixed(2)} | ${wall.summary} |`,
    )
  }
  console.log(
    '\n| first syncs | rows | rows a second | server, µs a row | PostgreSQL, µs a row |\n|---|---|---|---|---|',
  )
  const [broker = ''] = devices.map(({ token }) => token)
  for (const [name, tokens] of [
    ['a broker', [broker]],
    ['a manager', managers.slice(0, 1)],
    ['four managers at once', managers],
  ] as const) {
    const { rows, rowsASecond, serverMs, postgresMs } = await firstSyncs(fleet, name, tokens)
    const [server, database] = [serverMs, postgresMs].map((ms) => ((ms * 1000) / rows).toFixed(0))
    console.log(`| ${name} | ${rows} | ${rowsASecond.toFixed(0)} | ${server} | ${database} |`)
  }
  await records.end()
}

function printFigures(title: string, figures: ReadonlyMap<string, string>): void {
  console.log(`\n| ${title} | |\n|---|---|`)
  for (const [what, value] of figures) console.log(`| ${what} | ${value} |`)
}

async function measure(servers: readonly ServerProcess[], url: string): Promise<void> {
  const urls = servers.map(({ address }) => address)
  const [first = ''] = urls
  const serverPids = servers.map(({ child }) => child.pid ?? 0)
  const fleet: Fleet = { url: first, urls, serverPids, postgresPid: await postmasterPid() }
  if (values.costs || isOnlyCosts) await printCosts(fleet, url)
  if (isOnlyCosts) return
  const data = await makeFleet(url, { devices: Number(values.devices), managers: Number(values.managers) })
  for (const rate of rates) {
    if (values.statements) await countAnew(url)
    const figures = await atRate(fleet, data, {
      rate,
      seconds: Number(values.seconds),
      asksReports: values.reports,
    })
    printFigures(`${data.people.length} devices, ${rate} commands a second`, figures)
    if (values.statements) console.log(['', ...(await dearest(url))].join('\n'))
  }
  if (values.return) printFigures('all brokers come back', await returning(fleet.url, data))
}

/** A copy of the demo's database for one checkout, which migrates it. */
async function copyFor(name: string, template: string): Promise<string> {
  await postgres.execute(`drop database if exists "${name}"`)
  return postgres.newDatabase(name, template)
}

try {
  const template = `leads_${leads}`
  const url = await keptDatabase(postgres, template)
  const others = values.against === undefined ? [] : [resolve(values.against)]
  const [older = HERE] = others
  // The older checkout cannot read what the newer has migrated.
  const script = join(older, 'server/demo/main.ts')
  await promisify(execFile)(process.execPath, [script, '--leads', String(leads)], {
    cwd: older,
    env: { ...process.env, DATABASE_URL: url },
  }).catch((error: unknown) => console.log(`The demo data are as they were: ${String(error).slice(0, 200)}`))
  for (const [place, root] of [...others, HERE].entries()) {
    const own = await copyFor(`fleet_${place}`, template)
    const servers: ServerProcess[] = []
    for (let count = 0; count < Number(values.processes); count++)
      servers.push(await startProcess({ DATABASE_URL: own, NODE_OPTIONS: values.node }, { root }))
    console.log(`\n${root}: ${leads.toLocaleString('en')} leads, load average ${loadavg()[0]?.toFixed(1)}`)
    const limits: (() => Promise<void>)[] = []
    try {
      for (const { child } of values.share === undefined ? [] : servers)
        limits.push(await limitToShare(child.pid ?? 0, Number(values.share)))
      await measure(servers, own)
    } finally {
      for (const server of servers) await server.stop()
      for (const lift of limits) await lift()
    }
  }
} finally {
  await postgres.stop()
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}
