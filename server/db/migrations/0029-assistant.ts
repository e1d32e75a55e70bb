/**
 * The assistant: a persona's row holds its edited words alone, and an exchange knows what was read for it and from which
 * screen it was asked. docs/rules.md#assistant
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- No call wrote these tables before, so there are only personas of the demo data.
    alter table chat_history drop constraint chat_history_persona_id_fkey;
    delete from chat_personas;

    alter table chat_history
      add column origin text not null default '',
      add column consulted jsonb not null default '[]',
      -- What each mark of the conversation stands for.
      add column marks jsonb not null default '{}';
    drop index chat_history_session;
    create index chat_history_session on chat_history (user_id, session_id, persona_id, id);
    create index chat_history_created on chat_history (created_at);
  `.execute(db)
}
