/**
 * A device that signs out offline ends its session later with a secret: docs/sync-protocol.md, 'Sign-out'. The session
 * stores a hash of the secret. Existing sessions get theirs at their next use.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions add column ending_hash text;
    create unique index sessions_ending on sessions (ending_hash);
  `.execute(db)
}
