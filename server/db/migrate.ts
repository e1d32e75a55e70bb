/** Brings a database to the present schema. Safe when several servers start at once: the migrator takes a lock. */
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import * as reference from './migrations/0001-reference.ts'
import * as leads from './migrations/0002-leads.ts'
import * as operations from './migrations/0003-operations.ts'
import * as sync from './migrations/0004-sync.ts'

/** In order; a landed migration is never changed. */
const migrations: Record<string, Migration> = {
  '0001-reference': reference,
  '0002-leads': leads,
  '0003-operations': operations,
  '0004-sync': sync,
}

export async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
