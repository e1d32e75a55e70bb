/**
 * `npm run bench:fleet`: what a pull and a command cost the server, in processor time of the server process and of
 * PostgreSQL together. Prints a Markdown table.
 *
 * Options: --leads 20000 --data FOLDER (keeps the demo data)
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../tests/api/support/postgres-server.ts'
import { startProcess } from '../../tests/faults/support/server-process.ts'
import { keptDatabase, prepareDemo } from '../prepared.ts'
import { afterFirstSync, costs } from './costs.ts'

const { values } = parseArgs({
  options: { leads: { type: 'string', default: '20000' }, data: { type: 'string' } },
})
const leads = Number(values.leads)
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'farol-fleet-')))
const postgres = await startPostgres({ dir: join(folder, 'postgres') })

/** The first line of the cluster's own file. */
const postmasterPid = async () =>
  Number((await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])

try {
  const url = await keptDatabase(postgres, `leads_${leads}`)
  const { devices } = await prepareDemo({ url }, { leads, devices: 16 })
  const server = await startProcess({ DATABASE_URL: url })
  try {
    for (const device of devices) await afterFirstSync(server.address, device)
    const fleet = {
      url: server.address,
      serverPid: server.child.pid ?? 0,
      postgresPid: await postmasterPid(),
    }
    const measured = await costs(fleet, devices)
    console.log(`\n${leads.toLocaleString('en')} leads, load average ${loadavg()[0]?.toFixed(1)}\n`)
    console.log(
      '| | server, ms | PostgreSQL, ms | together | wall (p50 · p95 · p99) |\n|---|---|---|---|---|',
    )
    for (const { what, serverMs, postgresMs, wall } of measured)
      console.log(
        `| ${what} | ${serverMs.toFixed(2)} | ${postgresMs.toFixed(2)} | ${(serverMs + postgresMs).toFixed(2)} | ${wall.summary} |`,
      )
  } finally {
    await server.stop()
  }
} finally {
  await postgres.stop()
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}
