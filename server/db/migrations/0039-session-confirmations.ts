/** Confirmations by the own password, each of one tab of a session: docs/rules.md#own-password */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table session_confirmations (
      token_hash text primary key,
      session_id uuid not null references sessions(id) on delete cascade,
      expires_at timestamptz not null);
    create index session_confirmations_session on session_confirmations (session_id);
  `.execute(db)
}
