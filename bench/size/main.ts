/**
 * `npm run bench:size`: what the calls that grow with a brokerage cost at the size of ten of them, on a PostgreSQL that it starts,
 * in processor time of the server process and of PostgreSQL. Prints a Markdown table, one line for each call and role.
 *
 * Options: --leads 200000 --only list-count --data FOLDER (keeps the demo data)
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStore } from '../../server/db/store.ts'
import { settleAll } from '../../server/merges/pairs.ts'
import { startPostgres } from '../../tests/api/support/postgres-server.ts'
import { startProcess } from '../../tests/faults/support/server-process.ts'
import { keptDatabase, prepareDemo } from '../prepared.ts'
import { Records } from '../records.ts'
import { spreadLeads } from '../reports/spread.ts'
import { callCost, SIZE_CALLS } from './calls.ts'

const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '200000' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
  },
})
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'farol-size-')))
const postgres = await startPostgres({ dir: join(folder, 'postgres'), fsync: true })
try {
  const url = await keptDatabase(postgres, 'size')
  const { admin, devices } = await prepareDemo({ url }, { leads: Number(values.leads), devices: 1 })
  const store = await openStore({ url })
  try {
    await spreadLeads(store.db)
    await settleAll(store.db)
  } finally {
    await store.close()
  }
  const [postmaster = ''] = (await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')
  const server = await startProcess({ DATABASE_URL: url })
  const records = new Records('size')
  try {
    const fleet = {
      url: server.address,
      urls: [server.address],
      serverPids: [server.child.pid ?? 0],
      postgresPid: Number(postmaster),
    }
    console.log(
      `\n| load average ${loadavg()[0]?.toFixed(1)} | server, ms | PostgreSQL, ms | wall (p50 · p95 · p99) |`,
    )
    console.log('|---|---|---|---|')
    for (const [who, token] of [
      ['administrator', admin],
      ['broker', devices[0]?.token ?? ''],
    ] as const)
      for (const [name, path] of Object.entries(SIZE_CALLS)) {
        if (!name.includes(values.only) || (who === 'broker' && !name.startsWith('list-'))) continue
        const { serverMs, postgresMs, wall } = await callCost(fleet, path, token)
        records.note(`${who}: ${name}`, serverMs + postgresMs)
        console.log(
          `| ${who}: ${name} | ${serverMs.toFixed(1)} | ${postgresMs.toFixed(1)} | ${wall.summary} |`,
        )
      }
    await records.end()
  } finally {
    await server.stop()
  }
} finally {
  await postgres.stop()
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}
