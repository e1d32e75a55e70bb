/**
 * Every act that takes access away leaves a row, in its own transaction and whichever call made it. The server writes it to
 * the file of revocations too, which no restore takes back. docs/rules.md#revocations
 */
import { type Kysely, sql } from 'kysely'

export const revocations = (db: Kysely<unknown>) =>
  sql`
    -- A restored database is the same installation. Backups from before this table have the keys of push services.
    create table installation (
      single boolean primary key default true check (single),
      uuid uuid not null default gen_random_uuid());
    insert into installation (uuid)
    select coalesce((select md5(public_key)::uuid from push_keys limit 1), gen_random_uuid());

    create table revocations (
      id uuid primary key default gen_random_uuid(),
      -- Their order.
      n bigint not null generated always as identity,
      at timestamptz not null default clock_timestamp(),
      kind text not null,
      about jsonb not null,
      -- By it a transaction finds what is its own. '0': of an earlier run of the server.
      tx xid8 not null default pg_current_xact_id());
    create index revocations_tx on revocations (tx);
    create index revocations_state on revocations (kind, (about -> 'user_id')) where kind = 'access';

    -- While the file is carried out again, nothing is noted anew. The lock ends with the transaction: whoever compares the
    -- file with the database waits for acts that are not committed.
    create function note_revocation(kind text, about jsonb) returns void language plpgsql as $$ begin
      if current_setting('farol.carries_out', true) = 'on' then return; end if;
      perform pg_advisory_xact_lock_shared(20261128);
      insert into revocations (kind, about) values (kind, about);
    end $$;

    create function revoked() returns trigger language plpgsql as $$ begin
      perform note_revocation(tg_argv[0], (
        select jsonb_object_agg(
          case when key = 'code_hash' then 'digest' else key end,
          case when key = 'code_hash'
            then to_jsonb(encode(sha256(convert_to(value #>> '{}', 'UTF8')), 'hex')) else value end)
        from jsonb_each(to_jsonb(old)) where key = any (tg_argv[1:])));
      return null;
    end $$;

    -- Columns of the old row name what ended. A hash is hashed once more.
    create trigger sessions_revoked_0 after update of revoked_at on sessions
      for each row when (old.revoked_at is null and new.revoked_at is not null)
      execute function revoked('session', 'user_id', 'id');
    create trigger user_passwords_revoked_1 after update of changed_at on user_passwords
      for each row when (old.changed_at is distinct from new.changed_at) execute function revoked('password', 'user_id');
    create trigger user_passwords_revoked_2 after delete on user_passwords
      for each row execute function revoked('password', 'user_id');
    create trigger users_revoked_3 after update of email on users
      for each row when (old.email <> '' and lower(old.email) is distinct from lower(new.email))
      execute function revoked('email', 'id');
    create trigger password_verifications_revoked_4 after update of used_at, expires_at on password_verifications
      for each row when (old.used_at is null and (new.used_at is not null or new.expires_at < old.expires_at))
      execute function revoked('account-link', 'user_id', 'code_hash');
    create trigger passkeys_revoked_5 after delete on passkeys
      for each row execute function revoked('passkey', 'user_id', 'id');
    create trigger code_apps_revoked_6 after delete on code_apps
      for each row when (old.confirmed_at is not null) execute function revoked('code-app', 'user_id');
    -- The server seals a secret anew without confirming it.
    create trigger code_apps_revoked_7 after update of confirmed_at on code_apps
      for each row when (old.confirmed_at is not null and old.confirmed_at is distinct from new.confirmed_at)
      execute function revoked('code-app', 'user_id');
    create trigger recovery_codes_revoked_8 after delete on recovery_codes
      for each row execute function revoked('recovery-code', 'user_id', 'code_hash');
    create trigger remembered_devices_revoked_9 after delete on remembered_devices
      for each row when (old.expires_at > now()) execute function revoked('remembered', 'user_id', 'device_id');
    create trigger device_keys_revoked_10 after delete on device_keys
      for each row execute function revoked('device-keys', 'user_id', 'device_id');
    create trigger device_keys_revoked_11 after update of secret_hash on device_keys
      for each row when (old.secret_hash <> new.secret_hash) execute function revoked('device-keys', 'user_id', 'device_id');
    create trigger device_keys_revoked_12 after update of sealed_half on device_keys
      for each row when (old.sealed_half is not null and new.sealed_half is null)
      execute function revoked('half', 'user_id', 'device_id');
    create trigger device_keys_revoked_13 after update of pin_hash on device_keys
      for each row when (old.pin_hash is not null and old.pin_hash is distinct from new.pin_hash)
      execute function revoked('pin', 'user_id', 'device_id');
    create trigger devices_revoked_14 after update of erase_confirmed_at on devices
      for each row when (old.erase_confirmed_at is null and new.erase_confirmed_at is not null)
      execute function revoked('erased', 'user_id', 'device_id');
    create trigger partner_keys_revoked_15 after update of revoked_at, key_hash on partner_keys
      for each row when (old.revoked_at is null and (new.revoked_at is not null or old.key_hash <> new.key_hash))
      execute function revoked('partner-key', 'partner_id', 'id');
    create trigger partner_keys_revoked_16 after delete on partner_keys
      for each row execute function revoked('partner-key', 'partner_id', 'id');
    create trigger indication_links_revoked_17 after update of code on indication_links
      for each row when (old.code <> new.code) execute function revoked('indication-link', 'user_id');
    create trigger indication_links_revoked_18 after delete on indication_links
      for each row execute function revoked('indication-link', 'user_id');

    -- What remains after the act. The last row counts: access may have been given back.
    create function note_user_access(changed int) returns void language plpgsql as $$ begin
      perform note_revocation('access', jsonb_build_object(
        'user_id', changed,
        'status', coalesce((select status from users where id = changed), 0),
        'roles', (select coalesce(jsonb_agg(role_id order by place), '[]') from user_roles where user_id = changed),
        'partners',
          (select coalesce(jsonb_agg(partner_id order by partner_id), '[]') from user_partners where user_id = changed),
        'all_partners', coalesce((select active_all_dealerships from users where id = changed), false),
        'team_id', (select technical_team_id from users where id = changed)));
    end $$;

    create function user_access_changed() returns trigger language plpgsql as $$ begin
      perform note_user_access(old.id);
      return null;
    end $$;
    create trigger users_access_changed after update of status, active_all_dealerships, technical_team_id on users
      for each row when (
        old.status <> new.status
        or old.active_all_dealerships and not new.active_all_dealerships
        or old.technical_team_id is distinct from new.technical_team_id)
      execute function user_access_changed();
    create trigger users_access_ended after delete on users for each row execute function user_access_changed();

    create function user_access_removed() returns trigger language plpgsql as $$ begin
      perform note_user_access(old.user_id);
      return null;
    end $$;
    create trigger user_roles_removed after delete or update on user_roles
      for each row execute function user_access_removed();
    create trigger user_partners_removed after delete on user_partners
      for each row execute function user_access_removed();

    -- What is given for the first time takes nothing away.
    create function user_access_given() returns trigger language plpgsql as $$ begin
      if exists (
        select from revocations where kind = 'access' and about -> 'user_id' = to_jsonb(new.user_id)) then
        perform note_user_access(new.user_id);
      end if;
      return null;
    end $$;
    create trigger user_roles_given after insert on user_roles for each row execute function user_access_given();
    create trigger user_partners_given after insert on user_partners
      for each row execute function user_access_given();

    create function partner_access_changed() returns trigger language plpgsql as $$ begin
      perform note_revocation('partner', jsonb_build_object('partner_id', new.id, 'active', new.active));
      return null;
    end $$;
    create trigger partners_access_changed after update of active on partners
      for each row when (old.active <> new.active) execute function partner_access_changed();

    create function team_access_changed() returns trigger language plpgsql as $$
    declare changed int := case when tg_op = 'DELETE' then old.team_id else new.team_id end;
    begin
      if tg_op <> 'INSERT'
        or exists (select from revocations where kind = 'team' and about -> 'team_id' = to_jsonb(changed)) then
        perform note_revocation('team', jsonb_build_object(
          'team_id', changed,
          'channels', (
            select coalesce(jsonb_agg(channel_id order by channel_id), '[]')
            from technical_team_channels where team_id = changed)));
      end if;
      return null;
    end $$;
    create trigger team_access_changed after insert or delete on technical_team_channels
      for each row execute function team_access_changed();

    create function erasure_ordered() returns trigger language plpgsql as $$ begin
      perform note_revocation('erase', jsonb_build_object(
        'user_id', new.user_id, 'device_id', new.device_id,
        'requested_at', new.erase_requested_at, 'by', new.erase_requested_by));
      return null;
    end $$;
    create trigger devices_erasure_ordered after update of erase_requested_at on devices
      for each row when (old.erase_requested_at is null and new.erase_requested_at is not null)
      execute function erasure_ordered();
  `.execute(db)
