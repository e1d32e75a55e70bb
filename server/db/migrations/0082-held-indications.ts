/** Indications of a flood, which wait for a look instead of reaching the board. docs/rules.md#suspicious-indications */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table held_indications (
      uid uuid primary key,
      -- Of the command that it becomes: sent again, it is held or made once.
      key text not null unique,
      inviter_id int not null references users(id) on delete cascade,
      -- null: it was decided. The row stays, so that the same sending comes in no more.
      args jsonb,
      by_link jsonb,
      received_at timestamptz not null,
      decided_at timestamptz,
      decided_by int references users(id) on delete set null);
    create index held_indications_waiting on held_indications (received_at) where decided_at is null;`.execute(
    db,
  )
}
