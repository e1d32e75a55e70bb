/**
 * A backup that is made while people work, and restored into the other kind of database: every row, every file and every
 * figure of a report is there, devices are reset once, and what waits in their queues arrives once.
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '../../../server/backup/make.ts'
import { moveDatabase } from '../../../server/backup/move.ts'
import { restore, verify } from '../../../server/backup/restore.ts'
import { migrate } from '../../../server/db/migrate.ts'
import type { Store } from '../../../server/db/store.ts'
import { fillDemo } from '../../../server/demo/fill-demo.ts'
import { pushKeys } from '../../../server/push/keys.ts'
import { refreshClocks } from '../../../server/reports/queries/working-clocks.ts'
import { addressOf } from '../../../src/api/call.ts'
import { searchRange } from '../../../src/domain/reports/search.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { inSlice } from '../../support/slice.ts'
import { EVERY_REPORT } from '../reports/every-report.ts'
import { TEST_DATABASE_URL } from '../support/databases.ts'
import { FILE_STORES, type StoreUnderTest } from '../support/file-stores.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'
import {
  embeddedPlace,
  everyFile,
  everyRow,
  type NewPlace,
  postgresPlace,
  schema,
  sequences,
} from './places.ts'

const KEY = 'uma senha bem comprida'
const ADMIN = 1
const LEADS = 150
const PDF = (words: string) => Buffer.from(`%PDF-1.7\n${words}\n%%EOF\n`)

/** Every report as an administrator sees its first page, but for the instant of its answer. */
async function figures(device: Device, nowMs: number): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for (const { name, route, report } of EVERY_REPORT) {
    const period = report.period === null ? { from: '', to: '' } : searchRange({}, report.period, nowMs)
    const paging = report.paged === null ? {} : { page: report.firstPage ?? 1, per_page: 100 }
    const path = addressOf(route.path, {}, { ...report.query({}, period), ...paging })
    const { status: answered, body } = await device.call('GET', path)
    expect(answered).toBe(200)
    all.set(
      name,
      JSON.stringify(body, (key, value) => (key === 'as_of' ? null : value), 1),
    )
  }
  return all
}

interface Installation {
  readonly store: Store
  readonly server: TestServer
  readonly files: StoreUnderTest
  /** Nothing is left of it. */
  end(): Promise<void>
}

/** Ends it with the test, if it has not ended before. */
function ending(work: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | null = null
  const end = () => (ended ??= work())
  onTestFinished(end)
  return end
}

interface Site {
  readonly name: string
  readonly place: NewPlace
  readonly files: 'folder' | 'bucket'
}
const EMBEDDED: Site = { name: 'PGlite with a folder', place: embeddedPlace, files: 'folder' }
const OTHER: Site =
  TEST_DATABASE_URL === null
    ? { name: 'PGlite with a bucket', place: embeddedPlace, files: 'bucket' }
    : { name: 'PostgreSQL with a bucket', place: postgresPlace, files: 'bucket' }

const [folderFiles, bucketFiles] = FILE_STORES
const newFiles = async (kind: 'folder' | 'bucket') => {
  const [, open] = (kind === 'folder' ? folderFiles : bucketFiles) ?? []
  if (open === undefined) throw new Error('no such store of files')
  return open()
}

const uploaded = async ({ server }: Installation, device: Device, bytes: Buffer) => {
  const uid = uuidv7()
  const { statusCode } = await server.app.inject({
    method: 'PUT',
    url: `/api/sync/files/${uid}`,
    headers: { ...device.headers, 'content-type': 'application/pdf' },
    payload: bytes,
  })
  expect(statusCode).toBe(204)
  return uid
}

/** Values that a copy easily changes. */
async function addOddValues({ db }: Store): Promise<void> {
  await sql`
    insert into settings (key, value) values
      ('odd', '{"text": "aspas \\" barra \\\\ e \\n linha", "number": 12345678901234567890.123456789, "tree": [null, {"ü": "😀"}]}'),
      ('odd null', 'null');
    insert into screen_settings (user_id, screen, value, changed_at)
      values (1, E'linha\\nnova\\ttab "aspas" \\\\', '1e400', '2026-11-26T12:34:56.123456Z');
    update users set observation = E'São João\\r\\n–\\u2028fim', work_start = null where id = 1;
    insert into audit_log (at, user_id, action, entity, before, after)
      values ('infinity', 1, 'odd', 'odd', null, 'null'), ('2026-11-26T12:34:56.000001Z', null, 'odd', 'odd', '[]', '{}');
  `.execute(db)
}

async function install(site: Site): Promise<Installation> {
  const place = await site.place()
  const store = await place.open()
  const files = await newFiles(site.files)
  await migrate(store.db)
  await fillDemo(store, { leads: LEADS, now: new Date() })
  await refreshClocks(store.db)
  await addOddValues(store)
  const server = await startServer(store, { ...files.environment })
  await pushKeys(server.context)
  const end = ending(async () => {
    await server.stop()
    await store.close()
    await place.destroy()
    await files.close()
  })
  return { store, files, server, end }
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-backups-'))
})
afterAll(() => removeFolder(folder))

/** Restores into a new place. */
async function putBack(file: string, site: Site) {
  const place = await site.place()
  const store = await place.open()
  const files = await newFiles(site.files)
  const verified = await verify(join(folder, file), KEY)
  await restore(verified, { store, files: files.store })
  const end = ending(async () => {
    await store.close()
    await place.destroy()
    await files.close()
  })
  return { store, files, end }
}

async function someLead({ db }: Store): Promise<{ uid: string; broker: number }> {
  const row = await db
    .selectFrom('leads')
    .select(['uid', 'broker_id as broker'])
    .where('broker_id', 'is not', null)
    .where('end_lead_date', 'is', null)
    .where('cancelled', '=', false)
    .where('state', '=', 2)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return { uid: row.uid, broker: row.broker ?? 0 }
}

const SET = 'lead.setServiceStatus'
const status = (lead_uid: string, service_status: number) => ({
  command: SET,
  args: { lead_uid, service_status },
  key: uuidv7(),
})

/** Sends command after command until it is stopped. */
function busy(device: Device, leadUid: string) {
  const acknowledged: string[] = []
  let isOver = false
  const work = async () => {
    for (let count = 0; !isOver; count++) {
      const command = status(leadUid, 1 + (count % 2))
      expect(await device.run(command)).toMatchObject({ outcome: 'applied' })
      acknowledged.push(command.key)
    }
  }
  const working = work().then(
    () => null,
    (error: unknown) => error,
  )
  return {
    acknowledged,
    stop: async () => {
      isOver = true
      expect(await working).toBeNull()
    },
  }
}

/** Times that the command has changed the lead. */
async function changes({ db }: Store, leadUid: string): Promise<number> {
  const rows = db
    .selectFrom('timeline')
    .select('id')
    .where('command', '=', SET)
    .where('lead_uid', '=', leadUid)
  return (await rows.execute()).length
}

const BOTH_WAYS = [
  [EMBEDDED, OTHER],
  [OTHER, EMBEDDED],
] as const

// Two of one kind need it once.
const ways = TEST_DATABASE_URL === null ? BOTH_WAYS.slice(0, 1) : BOTH_WAYS
// A slice of the run has one way, or the move.
describe.each(ways.filter((_, way) => inSlice(way, 3)))('from $name', (from, to) => {
  test(`a backup under load, restored into ${to.name}`, { timeout: 120_000 }, async () => {
    const source = await install(from)
    const { store, server } = source
    const lead = await someLead(store)
    const broker = await server.device(lead.broker)
    const pdf = await uploaded(source, broker, PDF('um'))
    // Of a command that waits on the device.
    await uploaded(source, broker, PDF('dois'))
    const attach = { lead_uid: lead.uid, file_uid: pdf, name: 'oc.pdf', size: PDF('um').length }
    await broker.run({ command: 'lead.attachFile', args: attach })

    const work = busy(broker, lead.uid)
    await expect.poll(() => work.acknowledged.length).toBeGreaterThan(2)
    const known = [...work.acknowledged]
    const underLoad = await makeBackup({ store, files: source.files.store }, { dir: folder, key: KEY })
    await work.stop()
    expect(underLoad).toMatchObject({ files: 2, missing: 0 })

    // All work has ended: everything can be compared.
    const mirror = new Mirror()
    await pullAll(broker, mirror)
    await broker.run(status(lead.uid, 2))
    const applied = status(lead.uid, 1)
    expect(await broker.run(applied)).toMatchObject({ outcome: 'applied' })
    const worked = await changes(store, lead.uid)
    const asked = await figures(await server.device(ADMIN), server.freeze())
    const rows = await everyRow(store)
    const [tables, numbers] = [await schema(store), await sequences(store)]
    const contents = await everyFile(source.files.store)
    const made = await makeBackup(
      { store, files: source.files.store },
      { dir: folder, key: KEY, now: Date.now() + 60_000 },
    )
    await source.end()

    const loaded = await putBack(underLoad.file, OTHER)
    const logged = await loaded.store.db.selectFrom('command_log').select('key').execute()
    const keys = new Set(logged.map(({ key }) => key))
    expect(known.filter((key) => !keys.has(key))).toEqual([])
    const arrived = work.acknowledged.filter((key) => keys.has(key))
    expect(await changes(loaded.store, lead.uid)).toBe(arrived.length)
    await loaded.end()

    const put = await putBack(made.file, to)
    expect(await everyRow(put.store)).toEqual(rows)
    expect(await schema(put.store)).toEqual(tables)
    expect(await sequences(put.store)).toEqual(numbers)
    expect(await everyFile(put.files.store)).toEqual(contents)

    const again = await startServer(put.store, { ...put.files.environment })
    onTestFinished(() => again.stop())
    const device = await again.device(lead.broker)
    expect(await figures(await again.device(ADMIN), again.freeze())).toEqual(asked)
    const queued = status(lead.uid, 2)
    // The answer to the first was lost: the device sends it again.
    const [first, second] = await device.push(queued, applied)
    expect([first?.outcome, second?.outcome]).toEqual(['applied', 'applied'])
    expect((await device.push(queued))[0]?.outcome).toBe('applied')
    const [page] = await pullAll(device, mirror)
    expect(page?.reset).toBe(true)
    expect((await pullAll(device, mirror))[0]?.reset).toBeUndefined()
    const fresh = new Mirror()
    await pullAll(device, fresh)
    expect(mirror.leads).toEqual(fresh.leads)
    expect(mirror.leads.get(lead.uid)?.service_status).toBe(2)
    expect(await changes(put.store, lead.uid)).toBe(worked + 1)
  })
})

describe.runIf(TEST_DATABASE_URL !== null && inSlice(2, 3))('the move to PostgreSQL', () => {
  test('every row, sequence and session is there; a device is reset once', { timeout: 120_000 }, async () => {
    const source = await install(EMBEDDED)
    const lead = await someLead(source.store)
    const device = await source.server.device(lead.broker)
    const mirror = new Mirror()
    await pullAll(device, mirror)
    const place = await postgresPlace()
    const store = await place.open()
    onTestFinished(async () => {
      await store.close()
      await place.destroy()
    })
    const [rows, numbers] = [await everyRow(source.store), await sequences(source.store)]
    await moveDatabase(source.store, store)
    expect(await everyRow(store)).toEqual(rows)
    expect(await sequences(store)).toEqual(numbers)
    await expect(moveDatabase(source.store, store)).rejects.toThrow(
      'O banco de DATABASE_URL não está vazio. Nada foi movido.',
    )
    const server = await startServer(store, { ...source.files.environment })
    const { statusCode } = await server.app.inject({ url: '/api/sync?limit=10', headers: device.headers })
    expect(statusCode).toBe(200)
    const again = await server.device(lead.broker)
    expect((await pullAll(again, mirror))[0]?.reset).toBe(true)
    expect((await pullAll(again, mirror))[0]?.reset).toBeUndefined()
    await server.stop()
  })
})
