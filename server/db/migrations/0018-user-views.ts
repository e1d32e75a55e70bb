/** Devices mirror when their user last opened a screen that counts what is new: docs/rules.md#users */
import { type Kysely, sql } from 'kysely'
import { mirrorTable } from '../mirror-table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table user_views add column version xid8 not null default pg_current_xact_id()`.execute(db)
  await mirrorTable(db, { table: 'user_views', kind: 'user_view', key: 'screen' })
}
