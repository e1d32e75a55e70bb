/**
 * The devices of the users: what each reported last, and an order to erase it. docs/rules.md#devices
 * A tablet of two users has two rows, since each user has a store of its own there.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table devices (
      id uuid primary key default gen_random_uuid(),
      user_id int not null references users(id) on delete cascade,
      -- The device made it. It is the same for all users of a tablet.
      device_id text not null,
      app_version text,
      installed boolean,
      mode text not null default 'personal' check (mode in ('personal', 'protected')),
      waiting_changes int,
      waiting_files int,
      waiting_since timestamptz,
      storage_used bigint,
      storage_persistent boolean,
      notices boolean,
      -- null: an app that reports nothing.
      reported_at timestamptz,
      created_at timestamptz not null default now(),
      erase_requested_at timestamptz,
      erase_requested_by int references users(id) on delete set null,
      erase_received_at timestamptz,
      erase_confirmed_at timestamptz,
      unique (user_id, device_id));
    create index sessions_device on sessions (user_id, device_id);

    insert into devices (user_id, device_id, created_at)
    select user_id, device_id, min(created_at) from sessions where device_id is not null group by 1, 2;`.execute(
    db,
  )
}
