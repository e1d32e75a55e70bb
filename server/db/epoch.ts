/**
 * The epoch of pull cursors. Versions are transaction ids of one cluster. After a restore from a dump, a point-in-time
 * recovery or a move the ids start at another number, and an earlier cursor would miss rows.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'

const SYNCED = [
  'channels',
  'insurances',
  'partners',
  'technical_teams',
  'users',
  'competitor_brokers',
  'lead_broker_config',
  'catalogue_entries',
  'settings',
  'clients',
  'leads',
  'client_erasures',
] as const

const INSUFFICIENT_PRIVILEGE = '42501'
/** Key of an advisory lock: servers that start together check the epoch one after the other. */
const EPOCH_LOCK = 20_261_105

/**
 * System identifier and timeline of the cluster; 'unknown' when a hosted PostgreSQL denies the role access to them.
 * Then only the uuid and the versions decide, and a recovery that lost only the latest transactions can stay
 * undetected.
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

/**
 * Returns the epoch. Runs at start: when the cluster or the versions are foreign, all synced rows get new versions
 * under a new epoch. Each device then resets at its next pull and keeps its outbox.
 */
export async function ensureEpoch(db: Kysely<Database>): Promise<string> {
  const cluster = await clusterOf(db)
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${EPOCH_LOCK})`.execute(tx)
    const stored = await tx.selectFrom('sync_epoch').select(['uuid', 'cluster']).executeTakeFirst()
    if (stored !== undefined && stored.cluster === cluster && !(await hasForeignVersion(tx)))
      return `${cluster}/${stored.uuid}`
    if (stored !== undefined) await stampAnew(tx)
    const uuid = randomUUID()
    await tx
      .insertInto('sync_epoch')
      .values({ uuid, cluster, oldest_tombstone: '0' })
      .onConflict((conflict) =>
        conflict.column('single').doUpdateSet({ uuid, cluster, oldest_tombstone: '0' }),
      )
      .execute()
    return `${cluster}/${uuid}`
  })
}
