/**
 * `npm run bench:reports`: latencies of the reports' calls for a month and a year, alone, beside 20 syncing devices and
 * on a streaming replica, and a sheet of all leads, on the embedded database and on a PostgreSQL that it starts; then a
 * kept report in the built app (`npm run build` before). Prints Markdown tables.
 *
 * Options: --leads 200000 --parts pglite,postgres,kept --data FOLDER (keeps the data for the next run)
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStore, type StoreConfig } from '../../server/db/store.ts'
import { startPostgres, startReplica } from '../../tests/api/support/postgres-server.ts'
import { startProcess } from '../../tests/faults/support/server-process.ts'
import { serveDemo } from '../farol-server.ts'
import { keptDatabase, type Prepared, prepareDemo } from '../prepared.ts'
import { Records } from '../records.ts'
import { keptReport } from './kept.ts'
import { answers, answersBeside, sheetOfAll } from './measures.ts'
import { spreadLeads } from './spread.ts'

const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '200000' },
    parts: { type: 'string', default: 'pglite,postgres,kept' },
    data: { type: 'string' },
  },
})
const leads = Number(values.leads)
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'farol-reports-')))
const DEVICES = 20
/** Of the board around the kept report. */
const KEPT_LEADS = 3000

async function prepare(config: StoreConfig): Promise<Prepared> {
  const prepared = await prepareDemo(config, { leads, devices: DEVICES })
  const store = await openStore(config)
  try {
    await spreadLeads(store.db)
  } finally {
    await store.close()
  }
  return prepared
}

type Measure = (url: string, pid: number) => Promise<void>

async function onServer(environment: Record<string, string>, measure: Measure): Promise<void> {
  const server = await startProcess(environment)
  try {
    await measure(server.address, server.child.pid ?? 0)
  } finally {
    await server.stop()
  }
}

const label = leads.toLocaleString('en')
const parts = values.parts.split(',')
const records = new Records('reports')
try {
  if (parts.includes('pglite')) {
    const dataDir = join(folder, 'pglite')
    const { admin } = await prepare({ dataDir })
    await onServer({ DATA_DIR: dataDir }, async (url, pid) => {
      await answers(`PGlite, ${label} leads`, url, admin, records)
      await sheetOfAll(url, pid, admin)
    })
  }
  if (parts.includes('kept')) {
    const demo = await serveDemo(join(folder, 'kept'), KEPT_LEADS, 4520)
    try {
      await keptReport(demo.url)
    } finally {
      await demo.stop()
    }
  }
  if (parts.includes('postgres')) {
    const postgres = await startPostgres({ dir: join(folder, 'postgres'), fsync: true })
    try {
      const url = await keptDatabase(postgres, 'reports')
      const { admin, devices } = await prepare({ url })
      await onServer({ DATABASE_URL: url }, async (address, pid) => {
        await answers(`PostgreSQL, ${label} leads`, address, admin, records)
        await sheetOfAll(address, pid, admin)
        await answersBeside(`PostgreSQL, beside ${DEVICES} devices`, address, { admin, devices })
      })
      const replica = await startReplica(postgres, join(folder, `replica-${Date.now()}`))
      try {
        const reader = replica.urlOf('reports')
        await onServer({ DATABASE_URL: url, DATABASE_REPLICA_URL: reader }, async (address) => {
          await answers(`replica of PostgreSQL, ${label} leads`, address, admin, records)
          await answersBeside(`replica, beside ${DEVICES} devices`, address, { admin, devices })
        })
      } finally {
        await replica.stop()
      }
    } finally {
      await postgres.stop()
    }
  }
  await records.end()
} finally {
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}
