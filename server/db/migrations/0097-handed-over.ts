/** Creations that another user's device sent, and who was handed them. docs/rules.md#hand-over */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table command_log
      -- The user whose device sent it first; null: the author's own did.
      add column sent_by int references users(id) on delete set null,
      -- Users whose devices sent what the author's had handed to them.
      add column received_by int[] not null default '{}';`.execute(db)
}
