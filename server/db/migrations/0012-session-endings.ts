/**
 * A device that signs out without a network proves later that it may end its session: docs/sync-protocol.md, 'Sign-out'. The
 * session keeps a hash of the proof. Sessions that exist already get theirs at their next use.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions add column ending_hash text;
    create unique index sessions_ending on sessions (ending_hash);
  `.execute(db)
}
