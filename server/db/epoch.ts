/**
 * The epoch of pull cursors. Versions are transaction ids of one cluster. After a restore from a dump, a point-in-time
 * recovery or a move the ids start at another number, and an earlier cursor would miss rows. A folder or a snapshot that
 * is put back keeps its epoch: marks show it. docs/sync-protocol.md
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { LIST_TABLES } from '../../src/domain/catalogue/lists.ts'
import type { Database } from './database.ts'

/** Every table whose rows devices mirror. */
export const SYNCED = [
  ...LIST_TABLES,
  'users',
  'catalogue_entries',
  'settings',
  'user_views',
  'clients',
  'leads',
  'client_erasures',
  'client_merges',
] as const

const INSUFFICIENT_PRIVILEGE = '42501'
/** Key of an advisory lock: servers that start together check the epoch one after the other. */
const EPOCH_LOCK = 20_261_105

/**
 * SQL: the numbers of the database and of a table in it, which a restore into the same cluster changes. It drops and
 * creates one of them at least.
 */
export const databaseIdentity = sql<string>`(
  select d.oid || '/' || 'sync_epoch'::regclass::oid from pg_database d where d.datname = current_database())`

/**
 * SQL: the epoch of the row e of `sync_epoch`. Earlier versions computed it in the same way, so their cursors stay
 * valid.
 */
export const epochOf = sql<string>`regexp_replace(e.cluster, '/[0-9]+/[0-9]+$', '') || '/' || e.uuid`

/**
 * System identifier and timeline of the cluster; 'unknown' when a hosted PostgreSQL denies the role access to them.
 * Then a recovery that lost only transactions after the latest mark can stay undetected.
 */
async function clusterOf(db: Kysely<Database>): Promise<string> {
  const asked = sql<{ cluster: string }>`
    select (select system_identifier from pg_control_system())::text
      || '/'
      || (select timeline_id from pg_control_checkpoint())::text as cluster`
  try {
    const { rows } = await asked.execute(db)
    return rows[0]?.cluster ?? 'unknown'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE) return 'unknown'
    throw error
  }
}

/** True when a stored version is higher than the cluster's transaction ids. */
async function hasForeignVersion(tx: Transaction<Database>): Promise<boolean> {
  const tables = [...SYNCED, 'tombstones'].map(
    (table) => sql`select max(version) as version from ${sql.table(table)}`,
  )
  const { rows } = await sql<{ foreign: boolean }>`
    select coalesce(max(version) >= pg_snapshot_xmax(pg_current_snapshot()), false) as foreign
    from (${sql.join(tables, sql` union all `)}) as versions`.execute(tx)
  return rows[0]?.foreign ?? false
}

/** Gives all synced rows a new version and deletes the tombstones. Triggers are off, since only the version changes. */
async function stampAnew(tx: Transaction<Database>): Promise<void> {
  await sql`delete from tombstones`.execute(tx)
  for (const table of SYNCED) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await sql`update ${sql.table(table)} set version = pg_current_xact_id()`.execute(tx)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  }
}

interface Origin {
  /** As stored: the cluster, the database and a table in it. */
  readonly cluster: string
  /** As stored by versions before the marks: the cluster alone. */
  readonly earlier: string
}

async function originOf(db: Kysely<Database>): Promise<Origin> {
  const earlier = await clusterOf(db)
  const { rows } = await sql<{ identity: string }>`select ${databaseIdentity} as identity`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database did not name itself')
  return { cluster: `${earlier}/${row.identity}`, earlier }
}

async function inTurn<Result>(
  db: Kysely<Database>,
  work: (tx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${EPOCH_LOCK})`.execute(tx)
    return work(tx)
  })
}

/** The marks of another cluster may have numbers that this one never reaches, or reaches again. */
async function begin(tx: Transaction<Database>, cluster: string): Promise<void> {
  await tx.deleteFrom('sync_marks').execute()
  await addMark(tx)
  const row = { uuid: randomUUID(), cluster, oldest_tombstone: '0' }
  await tx
    .insertInto('sync_epoch')
    .values(row)
    .onConflict((conflict) => conflict.column('single').doUpdateSet(row))
    .execute()
}

async function readEpoch(tx: Transaction<Database>): Promise<string> {
  const { rows } = await sql<{ epoch: string }>`select ${epochOf} as epoch from sync_epoch e`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('sync_epoch has no row')
  return row.epoch
}

/** Adds a mark to the database's history. Cursors carry the newest one. */
export async function addMark(db: Kysely<Database>): Promise<void> {
  await db.insertInto('sync_marks').values({ uuid: randomUUID() }).execute()
}

/** The epoch was begun in this database. */
const isOf = ({ cluster, earlier }: Origin, stored: { readonly cluster: string }): boolean =>
  stored.cluster === cluster || stored.cluster === earlier

/**
 * True when the next `ensureEpoch` begins another epoch, for this database has rows of another one. A folder or a snapshot
 * that is put back does not show.
 */
export async function wasPutBack(db: Kysely<Database>): Promise<boolean> {
  const origin = await originOf(db)
  return inTurn(db, async (tx) => {
    const stored = await tx.selectFrom('sync_epoch').select('cluster').executeTakeFirst()
    return stored !== undefined && (!isOf(origin, stored) || (await hasForeignVersion(tx)))
  })
}

/**
 * Returns the epoch and adds a mark. Runs at start: when the database, its cluster or the versions are foreign, all synced
 * rows get new versions under a new epoch. Each device then resets at its next pull and keeps its outbox.
 */
export async function ensureEpoch(db: Kysely<Database>): Promise<string> {
  const origin = await originOf(db)
  const { cluster, earlier } = origin
  return inTurn(db, async (tx) => {
    const stored = await tx.selectFrom('sync_epoch').select('cluster').executeTakeFirst()
    if (stored !== undefined && isOf(origin, stored) && !(await hasForeignVersion(tx))) {
      await addMark(tx)
      if (stored.cluster === earlier) await tx.updateTable('sync_epoch').set({ cluster }).execute()
    } else {
      if (stored !== undefined) await stampAnew(tx)
      await begin(tx, cluster)
    }
    return readEpoch(tx)
  })
}

/** As `newEpoch`, within the transaction that gave the database other rows. */
export async function beginAnew(tx: Transaction<Database>): Promise<void> {
  const { cluster } = await originOf(tx)
  await stampAnew(tx)
  await begin(tx, cluster)
}

/** Begins another epoch: each device resets at its next pull and keeps its outbox. Running servers read it then. */
export async function newEpoch(db: Kysely<Database>): Promise<void> {
  await inTurn(db, beginAnew)
}
