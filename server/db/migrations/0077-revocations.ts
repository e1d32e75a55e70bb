/**
 * Every act that takes access away leaves a row, in its own transaction and whichever call made it. The server writes it to
 * the file of revocations too, which no restore takes back. docs/rules.md#revocations
 */
import { type Kysely, sql } from 'kysely'

interface Watch {
  readonly table: string
  /** As in 'create trigger … after …'. */
  readonly after: string
  /** Of OLD and NEW. */
  readonly when?: string
  readonly kind: string
  /** Columns of OLD that name what ended. A hash is hashed once more. */
  readonly about: readonly string[]
}

const DEVICE = ['user_id', 'device_id']

const WATCHED: readonly Watch[] = [
  {
    table: 'sessions',
    after: 'update of revoked_at',
    when: 'old.revoked_at is null and new.revoked_at is not null',
    kind: 'session',
    about: ['user_id', 'id'],
  },
  {
    table: 'user_passwords',
    after: 'update of changed_at',
    when: 'old.changed_at is distinct from new.changed_at',
    kind: 'password',
    about: ['user_id'],
  },
  { table: 'user_passwords', after: 'delete', kind: 'password', about: ['user_id'] },
  {
    table: 'users',
    after: 'update of email',
    when: "old.email <> '' and lower(old.email) is distinct from lower(new.email)",
    kind: 'email',
    about: ['id'],
  },
  {
    table: 'password_verifications',
    after: 'update of used_at, expires_at',
    when: 'old.used_at is null and (new.used_at is not null or new.expires_at < old.expires_at)',
    kind: 'account-link',
    about: ['user_id', 'code_hash'],
  },
  { table: 'passkeys', after: 'delete', kind: 'passkey', about: ['user_id', 'id'] },
  {
    table: 'code_apps',
    after: 'delete',
    when: 'old.confirmed_at is not null',
    kind: 'code-app',
    about: ['user_id'],
  },
  {
    // The server seals a secret anew without confirming it.
    table: 'code_apps',
    after: 'update of confirmed_at',
    when: 'old.confirmed_at is not null and old.confirmed_at is distinct from new.confirmed_at',
    kind: 'code-app',
    about: ['user_id'],
  },
  { table: 'recovery_codes', after: 'delete', kind: 'recovery-code', about: ['user_id', 'code_hash'] },
  {
    table: 'remembered_devices',
    after: 'delete',
    when: 'old.expires_at > now()',
    kind: 'remembered',
    about: DEVICE,
  },
  { table: 'device_keys', after: 'delete', kind: 'device-keys', about: DEVICE },
  {
    table: 'device_keys',
    after: 'update of secret_hash',
    when: 'old.secret_hash <> new.secret_hash',
    kind: 'device-keys',
    about: DEVICE,
  },
  {
    table: 'device_keys',
    after: 'update of sealed_half',
    when: 'old.sealed_half is not null and new.sealed_half is null',
    kind: 'half',
    about: DEVICE,
  },
  {
    table: 'device_keys',
    after: 'update of pin_hash',
    when: 'old.pin_hash is not null and old.pin_hash is distinct from new.pin_hash',
    kind: 'pin',
    about: DEVICE,
  },
  {
    table: 'devices',
    after: 'update of erase_confirmed_at',
    when: 'old.erase_confirmed_at is null and new.erase_confirmed_at is not null',
    kind: 'erased',
    about: DEVICE,
  },
  {
    table: 'partner_keys',
    after: 'update of revoked_at, key_hash',
    when: 'old.revoked_at is null and (new.revoked_at is not null or old.key_hash <> new.key_hash)',
    kind: 'partner-key',
    about: ['partner_id', 'id'],
  },
  { table: 'partner_keys', after: 'delete', kind: 'partner-key', about: ['partner_id', 'id'] },
  {
    table: 'indication_links',
    after: 'update of code',
    when: 'old.code <> new.code',
    kind: 'indication-link',
    about: ['user_id'],
  },
  { table: 'indication_links', after: 'delete', kind: 'indication-link', about: ['user_id'] },
]

/** What remains after the act. The last row counts: access may have been given back. */
const STATES = sql`
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
    execute function erasure_ordered();`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
  `.execute(db)
  for (const [at, { table, after, when, kind, about }] of WATCHED.entries())
    await sql`
      create trigger ${sql.ref(`${table}_revoked_${at}`)} after ${sql.raw(after)} on ${sql.table(table)}
      for each row ${when === undefined ? sql`` : sql`when (${sql.raw(when)})`}
      execute function revoked(${sql.join([kind, ...about].map((text) => sql.lit(text)))})`.execute(db)
  await STATES.execute(db)
}
