/** Marks in the history of the database, by which a pull notices a restore. docs/sync-protocol.md */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sync_marks (
      uuid uuid primary key,
      version xid8 not null default pg_current_xact_id(),
      created_at timestamptz not null default now());
    create index sync_marks_version on sync_marks (version);
  `.execute(db)
}
