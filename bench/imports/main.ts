/**
 * `npm run bench:imports`: what reading a file costs the server's process tree in resident memory and time, on a PostgreSQL
 * that it starts. Each file has a server of its own. Prints a Markdown table; exits with 1 beyond the limits.
 *
 * Options: --lines 100000 --only 1,2
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { ensureEpoch } from '../../server/db/epoch.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openStore } from '../../server/db/store.ts'
import { fillDemo } from '../../server/demo/fill-demo.ts'
import { suggestedImportMapping } from '../../src/domain/imports/lists.ts'
import { startPostgres } from '../../tests/api/support/postgres-server.ts'
import { startProcess } from '../../tests/faults/support/server-process.ts'
import { tokenOf } from '../load/devices.ts'
import { Records } from '../records.ts'
import { residentBytes, watchMemory } from '../resident-memory.ts'
import { type BenchFile, benchFiles, HEADERS } from './files.ts'

const MB = 1024 * 1024
/** docs/rules.md#spreadsheets */
const MOST_MB = 150
const LONGEST_S = 30
/** The server has started, and has answered its first requests. */
const QUIET_MS = 2000

const { values } = parseArgs({
  options: { lines: { type: 'string', default: '100000' }, only: { type: 'string', default: '1,2,3,4,5' } },
})
const only = new Set(values.only.split(',').map(Number))

interface Measured {
  readonly before: number
  readonly peak: number
  readonly seconds: number
  readonly answer: string
}

const answerSchema = z.union([
  z.object({ total: z.number(), refused: z.number() }),
  z.object({ message: z.string() }),
])

/** The import is cancelled as soon as the lines are stored: carrying it out is no reading. */
async function send(url: string, token: string, { name, content }: BenchFile): Promise<string> {
  const form = new FormData()
  form.append('list', 'clients')
  form.append('source', 'Bench')
  form.append('mapping', JSON.stringify(suggestedImportMapping('clients', HEADERS)))
  form.append('file', new Blob([Uint8Array.from(content)]), name)
  const answer = await fetch(`${url}/api/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
    body: form,
  })
  const read = answerSchema.parse(await answer.json())
  return 'message' in read ? `refused: ${read.message}` : `${read.total} good, ${read.refused} refused`
}

async function measure(
  file: BenchFile,
  environment: Record<string, string>,
  token: string,
): Promise<Measured> {
  const server = await startProcess(environment)
  try {
    const headers = { authorization: `Bearer ${token}` }
    for (let round = 0; round < 3; round++) await fetch(`${server.address}/api/imports`, { headers })
    await pause(QUIET_MS)
    const pid = server.child.pid ?? 0
    const before = await residentBytes(pid)
    const watch = watchMemory(pid)
    const begun = performance.now()
    const answer = await send(server.address, token, file)
    const seconds = (performance.now() - begun) / 1000
    return { before, peak: await watch.end(), seconds, answer }
  } finally {
    await server.stop()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'farol-imports-'))
const postgres = await startPostgres({ dir: join(folder, 'postgres') })
const records = new Records('imports')
try {
  const files = await benchFiles(Number(values.lines))
  console.log(`Load average ${loadavg()[0]?.toFixed(1)}`)
  console.log(
    '\n| file | size, MB | before, MB | peak, MB | more, MB | seconds | answer |\n|---|---|---|---|---|---|---|',
  )
  for (const [place, file] of files.entries()) {
    if (!only.has(place + 1)) continue
    const url = await postgres.newDatabase(`imports_${place}`)
    const store = await openStore({ url })
    await migrate(store.db)
    await ensureEpoch(store.db)
    await fillDemo(store, { leads: 200, now: new Date() })
    const { id } = await store.db
      .selectFrom('users')
      .select('id')
      .where('login', '=', 'admin')
      .executeTakeFirstOrThrow()
    const token = await tokenOf(store.db, id)
    await store.close()
    const environment = { DATABASE_URL: url, DATA_DIR: join(folder, `files-${place}`) }
    const { before, peak, seconds, answer } = await measure(file, environment, token)
    const more = (peak - before) / MB
    const mb = (bytes: number) => (bytes / MB).toFixed(0)
    console.log(
      `| ${file.what} | ${(file.content.length / MB).toFixed(1)} | ${mb(before)} | ${mb(peak)} | ${more.toFixed(0)} | ${seconds.toFixed(1)} | ${answer} |`,
    )
    records.note(file.what, seconds * 1000)
    if (more > MOST_MB || seconds > LONGEST_S) process.exitCode = 1
  }
  await records.end()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
