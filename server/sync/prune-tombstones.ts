/** Tombstones are kept for a while; a cursor older than the oldest kept one gets a reset. */
import { sql } from 'kysely'
import type { AppContext } from '../app-context.ts'

export const TOMBSTONE_DAYS = 90
const DAY = 86_400_000

/** Remembers the newest version that is forgotten, so that the pull knows which cursors no longer hold. */
export async function pruneTombstones(context: AppContext): Promise<void> {
  const before = new Date(context.now() - TOMBSTONE_DAYS * DAY).toISOString()
  await context.store.db.transaction().execute(async (tx) => {
    await sql`
      update sync_epoch set oldest_tombstone = greatest(oldest_tombstone,
        coalesce((select max(version) from tombstones where created_at < ${before}), '0'::xid8))`.execute(tx)
    await sql`delete from tombstones where created_at < ${before}`.execute(tx)
  })
}
