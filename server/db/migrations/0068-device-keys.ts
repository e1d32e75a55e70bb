/**
 * Who works on a shared tablet, and the server's half of the keys of protected devices. docs/rules.md#protected-devices
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column shared_tablet boolean not null default false;
    alter table partners add column shared_tablet boolean not null default false;

    create table device_keys (
      user_id int not null references users(id) on delete cascade,
      -- The device made it, as in devices. A row outlives the one there: a queue may be read a year later.
      device_id text not null,
      -- By it a locked device, which has no token, proves which one it is.
      secret_hash text not null,
      -- null: the device is to be erased, and nothing opens its store any more.
      sealed_half text,
      -- Names the server's key that sealed the half.
      key_id text not null,
      pin_hash text,
      pin_failures int not null default 0,
      made_at timestamptz not null,
      last_used_at timestamptz not null,
      primary key (user_id, device_id));`.execute(db)
}
