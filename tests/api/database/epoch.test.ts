/** The epoch lasts as long as the database; a dump restored elsewhere or a recovered past starts another. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import { ensureEpoch, SYNCED } from '../../../server/db/epoch.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { openStore } from '../../../server/db/store.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import {
  describeEachDatabase,
  describePostgres,
  TEST_DATABASE_URL,
  type TestStore,
} from '../support/databases.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { aClientRow, aLeadRow, reference } from '../support/rows.ts'

const run = promisify(execFile)

async function withLead(store: TestStore): Promise<string> {
  await reference(store)
  const client = aClientRow()
  const lead = aLeadRow({ client_uid: client.uid })
  await store.db.insertInto('clients').values(client).execute()
  await store.db.insertInto('leads').values(lead).execute()
  return lead.uid
}

/** The highest version of any synced row, and the first transaction id that this cluster has not assigned. */
async function versions(db: Kysely<Database>): Promise<{ highest: number; lowest: number; next: number }> {
  const { rows } = await sql<{ highest: number; lowest: number; next: number }>`
    select max(version) as highest, min(version) as lowest, pg_snapshot_xmax(pg_current_snapshot()) as next from (
      select version from leads union all select version from clients union all select version from users
      union all select version from channels union all select version from insurances) v`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('no versions')
  return row
}

/** Raises versions as in a dump from a cluster that has counted much further. */
async function pretendForeign(db: Kysely<Database>): Promise<void> {
  await sql`alter table leads disable trigger user`.execute(db)
  await sql`update leads set version = '9000000000'::xid8`.execute(db)
  await sql`alter table leads enable trigger user`.execute(db)
}

describeEachDatabase('epoch', (open) => {
  test('the epoch is the same from start to start', async () => {
    const store = await open()
    await withLead(store)
    const first = await ensureEpoch(store.db)
    await store.db.updateTable('leads').set({ on_fire: true }).execute()
    expect(await ensureEpoch(store.db)).toBe(first)
  })

  test("versions beyond the cluster's transactions give all rows new stamps under another epoch", async () => {
    const store = await open()
    const uid = await withLead(store)
    const first = await ensureEpoch(store.db)
    await store.db.updateTable('leads').set({ state: 2, broker_id: 2 }).where('uid', '=', uid).execute()
    await pretendForeign(store.db)
    await sql`insert into sync_marks (uuid, version) values (gen_random_uuid(), '9000000000')`.execute(
      store.db,
    )
    const second = await ensureEpoch(store.db)
    expect(second).not.toBe(first)
    // A foreign mark would be the newest one for good, and hide what is put back later.
    const marks = await store.db.selectFrom('sync_marks').select('version').execute()
    expect(marks).toHaveLength(1)
    expect(marks[0]?.version).toBeLessThan(9_000_000_000)
    const { highest, lowest, next } = await versions(store.db)
    expect(highest).toBeLessThan(next)
    expect(lowest).toBe(highest)
    // No client may ask for departures of the old epoch.
    expect(await store.db.selectFrom('tombstones').select('id').execute()).toEqual([])
    expect(await ensureEpoch(store.db)).toBe(second)
  })

  test('every table with versions of its rows is stamped anew', async () => {
    const store = await open()
    const { rows } = await sql<{ name: string }>`
      select c.table_name as name from information_schema.columns c
      join pg_trigger t on t.tgrelid = c.table_name::regclass and t.tgname like '%set_version'
      where c.table_schema = 'public' and c.column_name = 'version' and c.udt_name = 'xid8'`.execute(store.db)
    const stamped: readonly string[] = SYNCED
    expect(rows.map(({ name }) => name).filter((name) => !stamped.includes(name))).toEqual([])
    expect(rows.length).toBeGreaterThan(10)
  })

  test('the triggers work after the new stamp', async () => {
    const store = await open()
    const uid = await withLead(store)
    await ensureEpoch(store.db)
    await pretendForeign(store.db)
    await ensureEpoch(store.db)
    const { highest } = await versions(store.db)
    await store.db.updateTable('leads').set({ state: 2, broker_id: 2 }).where('uid', '=', uid).execute()
    expect((await versions(store.db)).highest).toBeGreaterThan(highest)
    expect(await store.db.selectFrom('tombstones').select('lead_uid').execute()).toEqual([{ lead_uid: uid }])
  })
})

describePostgres('epoch of several servers', (open) => {
  test('servers that start together agree on one epoch', async () => {
    const store = await open()
    await withLead(store)
    const servers = await Promise.all([1, 2, 3].map(() => openStore({ url: store.url ?? '' })))
    const epochs = await Promise.all(servers.map((server) => ensureEpoch(server.db)))
    await Promise.all(servers.map((server) => server.close()))
    expect(new Set(epochs).size).toBe(1)
  })

  test("a role without access to the cluster's identity gets an epoch that lasts", async () => {
    const store = await open()
    await withLead(store)
    const role = `farol_plain_${process.pid}`
    await sql`create role ${sql.ref(role)} login`.execute(store.db)
    try {
      const database = new URL(store.url ?? '').pathname.slice(1)
      await sql`alter database ${sql.ref(database)} owner to ${sql.ref(role)}`.execute(store.db)
      await sql`grant all on all tables in schema public to ${sql.ref(role)}`.execute(store.db)
      await sql`revoke execute on function pg_control_system() from public`.execute(store.db)
      const url = new URL(store.url ?? '')
      url.username = role
      const plain = await openStore({ url: url.href })
      const epochs = [await ensureEpoch(plain.db), await ensureEpoch(plain.db)]
      await plain.close()
      expect(epochs[0]).toMatch(/^unknown\//)
      expect(epochs[1]).toBe(epochs[0])
    } finally {
      await sql`drop owned by ${sql.ref(role)}`.execute(store.db)
      await sql`reassign owned by ${sql.ref(role)} to current_user`.execute(store.db)
      await sql`drop role ${sql.ref(role)}`.execute(store.db)
    }
  })
})

describe.skipIf(TEST_DATABASE_URL === null)('epoch of another cluster', () => {
  test('a dump in another cluster starts another epoch, with versions below the next transaction', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'farol-epoch-'))
    await chmod(folder, 0o755)
    const old = await startPostgres({ dir: join(folder, 'old') })
    const fresh = await startPostgres({ dir: join(folder, 'fresh') })
    try {
      const before = await openStore({ url: old.url })
      await migrate(before.db)
      // The old cluster has counted much further than the new one.
      for (let count = 0; count < 2000; count++) await sql`select pg_current_xact_id()`.execute(before.db)
      const uid = await withLead({ ...before, url: old.url })
      const first = await ensureEpoch(before.db)
      const last = await versions(before.db)
      await before.close()

      const dump = join(folder, 'dump.sql')
      await run(join(old.binaries, 'pg_dump'), ['--no-owner', '-f', dump, old.url])
      await run(join(fresh.binaries, 'psql'), ['-q', '-v', 'ON_ERROR_STOP=1', '-f', dump, fresh.url])

      const after = await openStore({ url: fresh.url })
      const second = await ensureEpoch(after.db)
      expect(second.split('/')[0]).not.toBe(first.split('/')[0])
      const { highest, next } = await versions(after.db)
      expect(highest).toBeLessThan(next)
      expect(highest).toBeLessThan(last.highest)
      expect(await after.db.selectFrom('leads').select('uid').execute()).toEqual([{ uid }])
      await after.close()
    } finally {
      await old.kill()
      await fresh.kill()
      await removeFolder(folder)
    }
  })
})
