/**
 * `npm run bench:renewals`: imports a file of expiring policies into a server of its own, on the embedded database and
 * on a PostgreSQL that it starts, and asks for the board of a broker meanwhile. Prints the processors' time too: on a
 * busy machine it says more than the clock.
 *
 * Options: --rows 50000 --leads 20000 --database pglite,postgres
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ensureEpoch } from '../../server/db/epoch.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openStore, type StoreConfig } from '../../server/db/store.ts'
import { demoCpf, demoMobile } from '../../server/demo/documents.ts'
import { fillDemo } from '../../server/demo/fill-demo.ts'
import { personName } from '../../server/demo/names.ts'
import { seededRandom } from '../../server/demo/random.ts'
import { renewalImportSchema } from '../../src/contract/renewal-imports.ts'
import { suggestedImportMapping } from '../../src/domain/imports/lists.ts'
import { startPostgres } from '../../tests/api/support/postgres-server.ts'
import { dayAhead, HEADERS, policyCells, written } from '../../tests/api/support/renewal-file.ts'
import { startProcess } from '../../tests/faults/support/server-process.ts'
import { tokenOf } from '../load/devices.ts'
import { processorSeconds } from '../processor-time.ts'
import { Records } from '../records.ts'
import { median, p95, spread } from '../table.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000' },
    leads: { type: 'string', default: '20000' },
    database: { type: 'string', default: 'pglite,postgres' },
  },
})
const count = Number(values.rows)

interface Prepared {
  readonly admin: string
  readonly adminId: number
  readonly broker: string
  readonly file: string
}

async function prepare(config: StoreConfig): Promise<Prepared> {
  const store = await openStore(config)
  try {
    await migrate(store.db)
    await ensureEpoch(store.db)
    await fillDemo(store, { leads: Number(values.leads), now: new Date() })
    const users = await store.db
      .selectFrom('users')
      .select(['id', 'login', 'renovator_hierarchical_group'])
      .execute()
    const idOf = (login: string) => users.find((user) => user.login === login)?.id ?? 0
    const groups = users.flatMap(({ renovator_hierarchical_group: group }) => group ?? [])
    return {
      admin: await tokenOf(store.db, idOf('admin')),
      adminId: idOf('admin'),
      broker: await tokenOf(store.db, idOf('corretor')),
      file: fileOf(groups),
    }
  } finally {
    await store.close()
  }
}

/** Every twentieth policy has a group that no broker has. */
function fileOf(groups: readonly string[]): string {
  const random = seededRandom(7)
  const lines = Array.from({ length: count }, (_, place) =>
    policyCells({
      policy: `AP-${place}`,
      name: personName(random),
      document: demoCpf(random),
      cellphone: demoMobile(random, '31'),
      mail: `cliente${place}@exemplo.com.br`,
      end: written(dayAhead(20 + (place % 28))),
      group: place % 20 === 0 ? 'nenhum' : random.pick(groups),
    }).join(';'),
  )
  return [HEADERS.join(';'), ...lines].join('\n')
}

async function ask(url: string, token: string, path: string, body?: FormData) {
  const answer = await fetch(`${url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Milliseconds of the broker's board: its counts and its first page. */
async function board(url: string, token: string): Promise<number> {
  const begun = performance.now()
  await ask(url, token, '/leads/list-count')
  await ask(url, token, '/leads/list-broker?per_page=40')
  return performance.now() - begun
}

interface Measured {
  readonly environment: Record<string, string>
  readonly prepared: Prepared
  /** The process of PostgreSQL; undefined on PGlite, which is a thread of the server. */
  readonly postgres?: number
}

async function measure(name: string, { environment, prepared, postgres }: Measured): Promise<void> {
  const { admin, adminId, broker, file } = prepared
  const server = await startProcess(environment)
  const url = server.address
  try {
    const alone: number[] = []
    for (let round = 0; round < 15; round++) alone.push(await board(url, broker))
    const form = new FormData()
    form.append('mapping', JSON.stringify(suggestedImportMapping('renewals', HEADERS)))
    form.append('channel_id', '27')
    form.append('inviter_id', String(adminId))
    form.append('file', new Blob([file]), 'carga.csv')
    const pids = [server.child.pid, postgres].flatMap((pid) => pid ?? [])
    const worked = () => Promise.all(pids.map(processorSeconds))
    const before = await worked()
    const begun = performance.now()
    const { id } = renewalImportSchema.parse(await ask(url, admin, '/lead-temps/import', form))
    const accepted = performance.now() - begun
    const beside: number[] = []
    for (;;) {
      beside.push(await board(url, broker))
      const now = renewalImportSchema.parse(await ask(url, admin, `/lead-temps/import/${id}`))
      if (now.state !== 'running') {
        const seconds = (performance.now() - begun) / 1000
        const processors = (await worked()).map((now, place) => now - (before[place] ?? 0))
        const figure = (ms: number) => (ms / 1000).toFixed(1)
        records.note(`${name}: a thousand lines`, (seconds * 1_000_000) / now.done)
        records.note(`${name}: the board beside it`, median(beside))
        process.stdout.write(
          `${name}: ${now.done} linhas em ${seconds.toFixed(1)} s (aceitas após ${figure(accepted)} s): ` +
            `${now.made} leads, ${now.unassigned} sem renovador, ${now.refused} recusadas\n` +
            `  quadro sozinho ${spread(alone, 'ms')}; durante a importação ${spread(beside, 'ms')}, p95 ${Math.round(p95(beside))} ms\n` +
            `  processador (servidor, PostgreSQL): ${processors.map((each) => each.toFixed(1)).join(' + ')} s; carga da máquina ${loadavg()
              .map((each) => each.toFixed(1))
              .join(' ')}\n`,
        )
        return
      }
      await pause(400)
    }
  } finally {
    await server.stop()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'farol-renewals-'))
const records = new Records('renewals')
try {
  if (values.database.includes('pglite')) {
    const dataDir = join(folder, 'pglite')
    const prepared = await prepare({ dataDir })
    await measure('PGlite', { environment: { DATA_DIR: dataDir, DEMO: '0' }, prepared })
  }
  if (values.database.includes('postgres')) {
    const postgres = await startPostgres({ dir: join(folder, 'postgres'), fsync: true })
    try {
      const prepared = await prepare({ url: postgres.url })
      const DATA_DIR = join(folder, 'files')
      const [pid] = (await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')
      await measure('PostgreSQL', {
        environment: { DATABASE_URL: postgres.url, DATA_DIR, DEMO: '0' },
        prepared,
        postgres: Number(pid),
      })
    } finally {
      await postgres.stop()
    }
  }
  await records.end()
} finally {
  await rm(folder, { recursive: true, force: true })
}
