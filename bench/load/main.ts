/**
 * `npm run bench:load`: measures the server with many devices, on the embedded database and on a PostgreSQL that it
 * starts. Prints a Markdown table for each number of leads, and the cost of a pushed command and a pulled page by
 * step.
 *
 * Options: --leads 20000,200000 --devices 200 --seconds 10 --database pglite,postgres --data FOLDER (keeps the demo
 * data)
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../tests/api/support/postgres-server.ts'
import { startProcess } from '../../tests/faults/support/server-process.ts'
import { keptDatabase, type Prepared, prepareDemo } from '../prepared.ts'
import { Records } from '../records.ts'
import { type Figure, listing, manyDevices, pulling, pushing } from './measures.ts'
import { pullCosts, pushCosts } from './steps.ts'
import type { Place } from './timed-server.ts'

const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '20000,200000' },
    devices: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    database: { type: 'string', default: 'pglite,postgres' },
    data: { type: 'string' },
  },
})
const sizes = values.leads.split(',').map(Number)
const databases = values.database.split(',')
const seconds = Number(values.seconds)
const devices = Number(values.devices)
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'farol-load-')))

interface Column {
  readonly name: string
  readonly figures: readonly Figure[]
}

async function measure(
  environment: Record<string, string>,
  { devices: load, admin }: Prepared,
): Promise<Figure[]> {
  const server = await startProcess(environment)
  const url = server.address
  try {
    return [
      ...(await pulling(url, admin)),
      ...(await pushing(url, load, seconds)),
      ...(await manyDevices(url, load, seconds)),
      ...(await listing(url, admin, load, seconds)),
    ]
  } finally {
    await server.stop()
  }
}

function printTable(columns: readonly Column[]): void {
  const whats = [...new Set(columns.flatMap(({ figures }) => figures.map(({ what }) => what)))]
  console.log(`\n| | ${columns.map(({ name }) => name).join(' | ')} |`)
  console.log(`|---|${columns.map(() => '---').join('|')}|`)
  for (const what of whats) {
    const cells = columns.map(({ figures }) => figures.find((figure) => figure.what === what)?.value ?? '')
    console.log(`| ${what} | ${cells.join(' | ')} |`)
  }
}

const milliseconds = (costs: ReadonlyMap<string, number>): Figure[] =>
  [...costs].map(([what, ms]) => ({ what, value: `${ms.toFixed(2)} ms` }))

const records = new Records('load')
const pushed: Column[] = []
const pulled: Column[] = []
async function costs(name: string, place: Place, admin: string): Promise<void> {
  const [push, pull] = [await pushCosts(place), await pullCosts(place, admin)]
  for (const [what, ms] of [...push, ...pull]) records.note(`${name}: ${what}`, ms)
  pushed.push({ name, figures: milliseconds(push) })
  pulled.push({ name, figures: milliseconds(pull) })
}

const postgres = databases.includes('postgres')
  ? await startPostgres({ dir: join(folder, 'postgres'), fsync: true })
  : null
const columns: Column[] = []
try {
  for (const leads of sizes) {
    const label = leads.toLocaleString('en')
    if (databases.includes('pglite')) {
      const dataDir = join(folder, `leads-${leads}`)
      const prepared = await prepareDemo({ dataDir }, { leads, devices })
      const column = `PGlite, ${label}`
      columns.push({ name: column, figures: await measure({ DATA_DIR: dataDir }, prepared) })
      await costs(column, { folder: dataDir }, prepared.admin)
    }
    if (postgres !== null) {
      const url = await keptDatabase(postgres, `leads_${leads}`)
      const prepared = await prepareDemo({ url }, { leads, devices })
      const column = `PostgreSQL, ${label}`
      columns.push({ name: column, figures: await measure({ DATABASE_URL: url }, prepared) })
      await costs(column, { url }, prepared.admin)
    }
    printTable(columns)
  }
  console.log('\nA pushed command, by step:')
  printTable(pushed)
  console.log('\nA page of 2,000 leads, by step:')
  printTable(pulled)
  await records.end()
} finally {
  await postgres?.stop()
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}
