/** `/readyz`, the metrics of health, and a full disk. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TargetFailed } from '../../../server/backup/refused.ts'
import { migrate } from '../../../server/db/migrate.ts'
import type { Store } from '../../../server/db/store.ts'
import { buildApp } from '../../../server/entry/app.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { openEmbedded } from '../support/embedded-image.ts'
import { BRUNA, house } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

const READY = { database: 'answers', migrations: 'known', disk: 'writes', process: 'runs' }
const FULL = {
  code: 'unavailable',
  message:
    'O servidor está sem espaço em disco e não pôde guardar. Avise quem cuida dele e tente de novo mais tarde.',
}

let folder: string
let store: Store
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-ready-'))
  store = await openEmbedded()
  await house(store)
  server = await startServer(store, { DATA_DIR: folder })
})
afterAll(async () => {
  await server.stop()
  await store.close()
  await removeFolder(folder)
})

async function readiness(of = server, remoteAddress = '127.0.0.1') {
  const answer = await of.app.inject({ url: '/readyz', remoteAddress })
  return { status: answer.statusCode, body: answer.json() }
}

test('a server that runs is ready, and reports its free space to this machine', async () => {
  expect(await readiness()).toEqual({
    status: 200,
    body: {
      status: 'ready',
      checks: READY,
      facts: {
        replica: null,
        free_bytes: { data_dir: expect.any(Number), files_dir: null, backup_dir: null },
      },
    },
  })
  expect((await readiness(server, '203.0.113.7')).body).toEqual({ status: 'ready', checks: READY })
})

test('the metrics have the free space and the queries that wait', async () => {
  const { body } = await server.app.inject({ url: '/metrics' })
  expect(body).toMatch(/^farol_free_bytes\{folder="data_dir"\} \d+$/m)
  expect(body).toMatch(/^farol_database_waiting 0$/m)
  expect(body).toMatch(/^farol_reports_from_primary_total 0$/m)
})

test('a process that stops is not ready, and still answers', async () => {
  const stopping = await startServer(store, { DATA_DIR: folder })
  stopping.context.health.announceStop()
  expect(await readiness(stopping)).toMatchObject({
    status: 503,
    body: { status: 'unavailable', checks: { ...READY, process: 'stops' } },
  })
  expect((await stopping.app.inject({ url: '/healthz' })).statusCode).toBe(200)
  await stopping.stop()
})

test.each([
  [
    'a migration of a newer version',
    sql`insert into kysely_migration values ('9999-later', '2030-01-01')`,
    'newer',
  ],
  ['a missing migration', sql`delete from kysely_migration where name = '0043-sync-marks'`, 'older'],
])('%s refuses readiness', async (_case, change, migrations) => {
  const { rows } = await sql<{ name: string; timestamp: string }>`select * from kysely_migration`.execute(
    store.db,
  )
  await change.execute(store.db)
  try {
    expect(await readiness()).toMatchObject({ status: 503, body: { checks: { ...READY, migrations } } })
  } finally {
    await sql`delete from kysely_migration`.execute(store.db)
    for (const { name, timestamp } of rows)
      await sql`insert into kysely_migration values (${name}, ${timestamp})`.execute(store.db)
  }
  expect((await readiness()).status).toBe(200)
})

test('a database of a newer version is refused with a sentence that says what to do', async () => {
  await sql`insert into kysely_migration values ('9999-later', '2030-01-01')`.execute(store.db)
  try {
    await expect(migrate(store.db)).rejects.toThrow(
      'o banco de dados é de uma versão mais nova do Farol: esta não conhece a mudança 9999-later. Inicie a versão ' +
        'mais nova; para voltar a esta, restaure antes uma cópia do banco feita com ela.',
    )
  } finally {
    await sql`delete from kysely_migration where name = '9999-later'`.execute(store.db)
  }
})

test('a full disk of the database answers 503 with a sentence and refuses readiness for a minute', async () => {
  const device = await server.device(BRUNA)
  // PostgreSQL's own error for it, from a trigger in place of a disk.
  await sql`
    create function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file "base/5/1": No space left on device' using errcode = '53100'; end $$`.execute(
    store.db,
  )
  await sql`create trigger full_disk before insert on command_log execute function full_disk()`.execute(
    store.db,
  )
  try {
    const answer = await device.call('POST', '/sync/push', {
      device_id: 'device-of-the-test',
      app_version: '1.0.0',
      commands: [
        {
          key: uuidv7(),
          command: 'lead.note',
          schema_version: 1,
          args: {},
          base: {},
          occurred_at: new Date().toISOString(),
          depends_on: null,
        },
      ],
    })
    expect(answer).toEqual({ status: 503, body: FULL })
    expect(await readiness()).toMatchObject({ status: 503, body: { checks: { ...READY, disk: 'full' } } })
  } finally {
    await sql`drop trigger full_disk on command_log`.execute(store.db)
    await sql`drop function full_disk()`.execute(store.db)
  }
  server.forward(MINUTE_MS + 1)
  expect((await readiness()).status).toBe(200)
})

test('a full folder of the backups refuses nothing: people work on', async () => {
  const full = new TargetFailed(
    Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }),
  )
  const { health } = server.context
  health.loops.watch('backups', () => {}).warn(full)
  health.note(new AggregateError([full, new Error('unnoted')], 'both', { cause: full }))
  expect((await readiness()).status).toBe(200)
})

test('a full disk of the files does so too', async () => {
  const { context } = server
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const app = await buildApp({
    ...context,
    integrations: {
      ...context.integrations,
      files: { ...context.integrations.files, save: () => Promise.reject(full) },
    },
  })
  const { token } = await server.device(BRUNA)
  const answer = await app.inject({
    method: 'PUT',
    url: `/api/sync/files/${uuidv7()}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/pdf' },
    payload: Buffer.from('%PDF-1.7\n%%EOF\n'),
  })
  await app.close()
  expect([answer.statusCode, answer.json()]).toEqual([503, FULL])
  expect((await readiness()).body.checks.disk).toBe('full')
})
