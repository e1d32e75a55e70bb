/** Devices of the users, what protects their keys, and how users sign in. */
import { type Kysely, sql } from 'kysely'

export const accounts = (db: Kysely<unknown>) =>
  sql`
    -- What each device reported last, and an order to erase it: docs/rules.md#devices
    -- A tablet of two users has two rows, since each user has a store of its own there.
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
    select user_id, device_id, min(created_at) from sessions where device_id is not null group by 1, 2;

    -- Who works on a shared tablet, and the server's half of the keys of protected devices: docs/rules.md#protected-devices
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
      primary key (user_id, device_id));

    -- The second factor: the app that shows codes, codes for a lost one, devices that are not asked again for a while, and sign-ins
    -- that wait for it after the right password. docs/rules.md#second-factor
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
      expires_at timestamptz not null,
      short_password boolean not null default false,
      password_due boolean not null default false);
    create index sign_in_steps_user on sign_in_steps (user_id);

    -- Passkeys, the challenges that they answer, and the day from which a user who must have a second factor is asked for it:
    -- docs/rules.md#passkeys, docs/rules.md#required-second-factor
    create table passkeys (
      id uuid primary key,
      user_id integer not null references users(id) on delete cascade,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      rp_id text not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz);
    create index passkeys_user on passkeys (user_id);

    create table passkey_challenges (
      challenge text primary key,
      about text not null,
      expires_at timestamptz not null);

    create table second_factor_terms (
      user_id integer primary key references users(id) on delete cascade,
      due_at timestamptz not null);

    -- One row for a user and a day that begins with its first wrong code.
    create table factor_tries (
      user_id int not null references users(id) on delete cascade,
      began_at timestamptz not null,
      wrong int not null,
      -- The mail with the sum of the day was queued, or the day had no further one.
      summed boolean not null default false,
      primary key (user_id, began_at));

    create table used_recovery_codes (
      user_id int not null references users(id) on delete cascade,
      code_hash text not null,
      used_at timestamptz not null,
      primary key (user_id, code_hash));

    -- Sealed by what the caller alone has.
    create table kept_answers (
      key_hash text primary key,
      sealed text not null,
      expires_at timestamptz not null);

    alter table sessions
      -- It may do nothing but set up a second factor.
      add column set_up_only boolean not null default false,
      add column password_due boolean not null default false;
    -- Its owner said 'Não fui eu': it opens nothing until a new one is set.
    alter table user_passwords add column ended_at timestamptz;
    alter table session_confirmations add column short_password boolean not null default false;

    alter table password_verifications
      add column disowned_since timestamptz,
      drop constraint password_verifications_purpose_check,
      add constraint password_verifications_purpose_check
        check (purpose in ('verify', 'redefine', 'email', 'disown'));

    -- Devices learn who never entered, and so gets no leads: these rows are pulled again. docs/rules.md#assignable-brokers
    update users u
    set name = u.name
    where u.verified_at is null and not exists (select 1 from user_passwords p where p.user_id = u.id);
  `.execute(db)
