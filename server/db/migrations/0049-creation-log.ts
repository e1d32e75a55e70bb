/** What creating calls made, by their keys: a repeated call makes nothing more. docs/rules.md#sent-again */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table creation_log (
      key text primary key,
      asked text not null,
      made text,
      created_at timestamptz not null default now());
    create index creation_log_created_at on creation_log (created_at);
  `.execute(db)
}
