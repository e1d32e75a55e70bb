/**
 * The epoch that cursors belong to. Versions are transaction ids of one cluster: after a dump and restore, a recovery to
 * a point in time or a move they start elsewhere, and a cursor of before would miss rows.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'

const SYNCED = [
  'channels',
  'insurances',
  'partners',
  'technical_teams',
  'users',
  'competitor_brokers',
  'catalogue_entries',
  'settings',
  'clients',
  'leads',
] as const

/** System identifier and timeline; 'unknown' where the role may not ask (then the versions alone decide). */
async function clusterOf(db: Kysely<Database>): Promise<string> {
  const asked = sql<{ cluster: string }>`
    select (select system_identifier from pg_control_system())::text || '/' || (select timeline_id from pg_control_checkpoint())::text as cluster`
  try {
    const { rows } = await asked.execute(db)
    return rows[0]?.cluster ?? 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Whether a stored version lies beyond the cluster's own transactions. */
async function hasForeignVersion(db: Kysely<Database>): Promise<boolean> {
  const highest = sql.join(
    SYNCED.map((table) => sql`select max(version) as version from ${sql.table(table)}`),
    sql` union all `,
  )
  const { rows } = await sql<{ foreign: boolean }>`
    select coalesce(max(version) >= pg_snapshot_xmax(pg_current_snapshot()), false) as foreign from (${highest}) as versions`.execute(
    db,
  )
  return rows[0]?.foreign ?? false
}

/**
 * The epoch as a string. At start: when cluster or versions are not this one's, all synced rows are stamped anew under a
 * new epoch, and every device resets at its next pull with its outbox intact.
 */
export async function ensureEpoch(db: Kysely<Database>): Promise<string> {
  const cluster = await clusterOf(db)
  const stored = await db.selectFrom('sync_epoch').select(['uuid', 'cluster']).executeTakeFirst()
  if (stored !== undefined && stored.cluster === cluster && !(await hasForeignVersion(db)))
    return `${cluster}/${stored.uuid}`
  const uuid = randomUUID()
  await db.transaction().execute(async (tx) => {
    if (stored !== undefined) {
      // Triggers stay quiet: nothing changed but the stamp, and tombstones of another epoch mean nothing.
      await sql`delete from tombstones`.execute(tx)
      for (const table of SYNCED) {
        await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
        await sql`update ${sql.table(table)} set version = pg_current_xact_id()`.execute(tx)
        await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
      }
    }
    await tx
      .insertInto('sync_epoch')
      .values({ uuid, cluster, oldest_tombstone: '0' })
      .onConflict((conflict) =>
        conflict.column('single').doUpdateSet({ uuid, cluster, oldest_tombstone: '0' }),
      )
      .execute()
  })
  return `${cluster}/${uuid}`
}
