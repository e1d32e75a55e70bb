/**
 * The present version on the data of earlier ones: their database is migrated, a device of then sends what it had queued and
 * goes on with its cursor. docs/operations.md#upgrade
 */
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { migrate, migrationState } from '../../../server/db/migrate.ts'
import { openStore, type Store } from '../../../server/db/store.ts'
import { LayeredMirror } from '../../../src/db/open.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import { DeviceDb, readSession, writeSession } from '../../../src/db/session/device-session.ts'
import { SyncEngine } from '../../../src/sync/engine.ts'
import { httpTransport } from '../../../src/sync/transport-http.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { inSlice } from '../../support/slice.ts'
import { CHOSEN, TEST_DATABASE_URL } from '../support/databases.ts'
import { everythingVisible, startServer } from '../support/server.ts'
import { type DeviceState, deviceStateSchema, putDevice } from './device-state.ts'
import { STATES } from './states.ts'

const WAIT_MS = 30_000

const unzipped = async (state: string, file: string) =>
  String(await promisify(gunzip)(await readFile(join(STATES, state, file))))

/** The statements of a dump, without those about the session of the loading program. */
const statementsOf = (dump: string) =>
  dump
    .split('\n')
    .filter((line) => !/^(?:SET (?!check_function_bodies)|SELECT pg_catalog\.set_config|\\)/u.test(line))
    .join('\n')

/** Sessions of then would have ended by now. */
const SIGNED_IN = `update sessions set last_seen_at = now(), created_at = now(), expires_at = now() + interval '30 days'`

/** As if the cluster had been this one all along: its transaction ids have passed the stored versions. */
const HERE_ALL_ALONG = `do $$ begin
  while pg_snapshot_xmax(pg_current_snapshot()) <= (select max(version) from leads) loop
    perform pg_current_xact_id();
    commit;
  end loop;
  update sync_epoch set cluster = (select system_identifier from pg_control_system())::text
    || '/' || (select timeline_id from pg_control_checkpoint())::text;
end $$`

type Way = 'upgraded in place' | 'restored from a copy'

interface Loaded {
  readonly store: Store
  /** As the cursors of then name it. */
  readonly epoch: string
}

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** Runs the scripts one after the other. The last is a query for one text. */
type Load = (
  scripts: readonly string[],
  query: string,
) => Promise<{ open: () => Promise<Store>; text: string }>

const rowSchema = z.array(z.object({ text: z.string() })).length(1)

const intoPglite: Load = async (scripts, query) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'farol-rehearsal-'))
  undo.push(() => removeFolder(dataDir))
  const pglite = await PGlite.create(join(dataDir, 'pglite'))
  for (const script of scripts) await pglite.exec(script)
  const { rows } = await pglite.query(query)
  await pglite.close()
  return { open: () => openStore({ dataDir }), text: rowSchema.parse(rows)[0]?.text ?? '' }
}

const intoPostgres: Load = async (scripts, query) => {
  const name = `farol_rehearsal_${randomUUID().replaceAll('-', '')}`
  const url = new URL(TEST_DATABASE_URL ?? '')
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`create database "${name}"`)
  undo.push(async () => {
    await admin.query(`drop database "${name}" with (force)`)
    await admin.end()
  })
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  for (const script of scripts) await client.query(script)
  const { rows } = await client.query<{ text: string }>(query)
  await client.end()
  return { open: () => openStore({ url: url.href }), text: rowSchema.parse(rows)[0]?.text ?? '' }
}

const EPOCH = `select cluster || '/' || uuid as text from sync_epoch`

async function loaded(load: Load, state: string, way: Way): Promise<Loaded> {
  const dump = statementsOf(await unzipped(state, 'database.sql.gz'))
  const scripts = [dump, SIGNED_IN]
  if (way === 'upgraded in place') scripts.push(HERE_ALL_ALONG)
  const { open, text } = await load(scripts, EPOCH)
  const store = await open()
  undo.push(() => store.close())
  return { store, epoch: text }
}

const cursorSchema = z.looseObject({ epoch: z.string() })
const metaSchema = z.object({ name: z.literal('cursor'), value: z.string() })

/** The device's cursor, as it would be if the cluster had been the test's. */
function under(epoch: string, state: DeviceState): DeviceState {
  for (const record of state.flatMap(({ stores }) => stores).flatMap(({ records }) => records)) {
    const meta = metaSchema.safeParse(record.value)
    if (!meta.success) continue
    const cursor = cursorSchema.parse(JSON.parse(String(Buffer.from(meta.data.value, 'base64url'))))
    const moved = Buffer.from(JSON.stringify({ ...cursor, epoch })).toString('base64url')
    record.value = { ...meta.data, value: moved }
  }
  return state
}

interface OpenDevice {
  readonly device: DeviceDb
  readonly mirror: MirrorDb
}

/** The app of today on what is stored there. */
function openDevice(factory: IDBFactory, userId: number): OpenDevice {
  const options = { indexedDB: factory, IDBKeyRange }
  const device = new DeviceDb(options)
  const mirror = new LayeredMirror(userId, { device, options })
  undo.push(async () => {
    mirror.close()
    device.close()
  })
  return { device, mirror }
}

/** Runs the engine until everything is sent and the last pull has ended. */
async function synced({ mirror }: OpenDevice, origin: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const engine = new SyncEngine({
    db: mirror,
    transport: (token) => httpTransport(origin, token, Date.now),
    clock: {
      now: Date.now,
      sleep: (ms, signal) =>
        new Promise((done) => {
          const timer = setTimeout(done, Math.min(ms, 1000))
          signal.addEventListener('abort', () => {
            clearTimeout(timer)
            done()
          })
        }),
    },
    random: Math.random,
    appVersion: '1.0.0',
    onStatus: ({ problem, phase, connection }) => {
      if (problem !== null) reject(new Error(problem))
      if (phase === 'idle' && connection === 'online') resolve()
    },
  })
  const late = setTimeout(() => reject(new Error('the engine is not at rest')), WAIT_MS)
  const ended = engine.run()
  try {
    await promise
  } finally {
    clearTimeout(late)
    engine.stop()
    await ended
  }
}

const withoutGeneration = <Row extends { generation: number }>({ generation: _generation, ...row }: Row) =>
  row

/** All that the screens show. */
async function shown({ mirror }: OpenDevice) {
  const [leads, clients, catalogues] = await Promise.all([
    mirror.leads.toArray(),
    mirror.clients.toArray(),
    mirror.catalogues.toArray(),
  ])
  const byUid = <Row extends { uid: string }>(rows: readonly Row[]) =>
    rows.toSorted((one, other) => (one.uid < other.uid ? -1 : 1))
  return {
    leads: byUid(leads).map(withoutGeneration),
    clients: byUid(clients).map(withoutGeneration),
    catalogues: catalogues
      .map(withoutGeneration)
      .toSorted((one, other) => (`${one.kind} ${one.id}` < `${other.kind} ${other.id}` ? -1 : 1)),
  }
}

async function rehearse(load: Load, state: string, way: Way): Promise<void> {
  const { store, epoch } = await loaded(load, state, way)
  await migrate(store.db)
  expect(await migrationState(store)).toBe('known')
  const server = await startServer(store)
  undo.push(() => server.stop())
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const was = deviceStateSchema.parse(JSON.parse(await unzipped(state, 'device.json.gz')))

  const factory = new IDBFactory()
  await putDevice(factory, way === 'upgraded in place' ? under(epoch, was) : was)
  const user = (await readSession(new DeviceDb({ indexedDB: factory, IDBKeyRange })))?.user
  if (user === undefined) throw new Error('no user is signed in on the device')
  const old = openDevice(factory, user.id)
  const queued = await old.mirror.outbox.toArray()
  expect(queued.length).toBeGreaterThan(0)
  // Transactions of other test files hold back what is newer than they are: it comes with a later pull.
  await everythingVisible(store)
  await synced(old, origin)
  await everythingVisible(store)
  await synced(old, origin)

  // The same epoch: the cursor went on, and nothing was downloaded twice.
  expect(server.context.epoch === epoch).toBe(way === 'upgraded in place')
  expect(await old.mirror.outbox.toArray()).toEqual([])
  // Each of them was done once: the lead has one new entry, and the broker of the device.
  for (const { command, entityUid } of queued) {
    const { rows } = await sql<{ command: string; broker_id: number }>`
      select t.command, l.broker_id
      from timeline t join leads l on l.uid = t.lead_uid
      where t.lead_uid = ${entityUid} and t.received_at > now() - interval '5 minutes'`.execute(store.db)
    expect(rows).toEqual([{ command, broker_id: user.id }])
  }

  const fresh = openDevice(new IDBFactory(), user.id)
  await writeSession((await server.device(user.id)).token, user, fresh.device)
  await synced(fresh, origin)
  const expected = await shown(fresh)
  expect(expected.leads.length).toBeGreaterThan(40)
  expect(await shown(old)).toEqual(expected)
}

const WAYS: readonly Way[] = ['upgraded in place', 'restored from a copy']

// A slice of the run has two or three of the eight, on one database.
const PARTS = 3
const cases = readdirSync(STATES)
  .flatMap((state) => WAYS.map((way) => ({ state, way })))
  .filter((_, place) => inSlice(place, PARTS))
describe.each(cases)('$state, $way', { timeout: 120_000 }, ({ state, way }) => {
  test.skipIf(CHOSEN === 'postgres')('PGlite', () => rehearse(intoPglite, state, way))
  test.skipIf(TEST_DATABASE_URL === null || CHOSEN === 'pglite')('PostgreSQL', () =>
    rehearse(intoPostgres, state, way),
  )
})
