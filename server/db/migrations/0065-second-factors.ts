/**
 * The second factor: the app that shows codes, codes for a lost one, devices that are not asked again for a while, and
 * sign-ins that wait for it after the right password. docs/rules.md#second-factor
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table code_apps (
      user_id integer primary key references users(id) on delete cascade,
      secret text,
      confirmed_at timestamptz,
      last_step integer,
      pending_secret text,
      check ((secret is null) = (confirmed_at is null)));

    create table recovery_codes (
      user_id integer not null references users(id) on delete cascade,
      code_hash text not null,
      primary key (user_id, code_hash));

    create table remembered_devices (
      secret_hash text primary key,
      user_id integer not null references users(id) on delete cascade,
      device_id text not null,
      expires_at timestamptz not null);
    create index remembered_devices_user on remembered_devices (user_id);

    create table sign_in_steps (
      token_hash text primary key,
      user_id integer not null references users(id) on delete cascade,
      device_id text,
      is_known boolean not null,
      expires_at timestamptz not null);
    create index sign_in_steps_user on sign_in_steps (user_id);
  `.execute(db)
}
