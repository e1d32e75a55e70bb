/** Waiting for another statement to reach a lock, instead of for a time in which it surely has. */
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Store } from '../../../server/db/store.ts'

const PATIENCE = { timeout: 60_000, interval: 10 }

/**
 * Resolves once so many statements of this database wait for a lock. The embedded database has one connection: what meets a
 * transaction there waits for its end anyway.
 */
export async function untilWaiting({ db, kind }: Pick<Store, 'db' | 'kind'>, statements = 1): Promise<void> {
  if (kind === 'pglite') return
  await vi.waitUntil(async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length >= statements
  }, PATIENCE)
}
