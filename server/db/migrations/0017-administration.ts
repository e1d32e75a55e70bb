/**
 * What administration writes: inactive reference data, the rules of lead and broker on devices, the audit, mails, keys of
 * dealerships' systems, and addresses that wait for their confirmation.
 */
import { type Kysely, sql } from 'kysely'
import { mirrorTable } from '../mirror-table.ts'

const CAN_BE_INACTIVE = ['channels', 'insurances', 'partners', 'technical_teams', 'competitor_brokers']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of CAN_BE_INACTIVE)
    await sql`alter table ${sql.raw(table)} add column active boolean not null default true`.execute(db)
  await sql`
    alter table lead_broker_config add column version xid8 not null default pg_current_xact_id();

    create table audit_log (
      id bigint primary key generated always as identity,
      at timestamptz not null default now(),
      user_id int,
      action text not null,
      entity text not null,
      entity_id text,
      before jsonb,
      after jsonb);
    create index audit_log_at on audit_log (at desc, id desc);
    create index audit_log_entity on audit_log (entity, entity_id);
    create function keep_audit() returns trigger language plpgsql as $$
    begin raise exception 'the audit is never changed'; end $$;
    create trigger audit_log_kept before update or delete on audit_log for each row execute function keep_audit();

    create table mails (
      id uuid primary key,
      user_id int references users(id) on delete cascade,
      purpose text not null,
      recipient text not null,
      subject text not null,
      body_text text not null,
      body_html text not null,
      created_at timestamptz not null default now(),
      next_try_at timestamptz not null default now(),
      tries smallint not null default 0,
      sent_at timestamptz,
      failed_at timestamptz,
      problem text);
    create index mails_waiting on mails (next_try_at) where sent_at is null and failed_at is null;
    create index mails_user on mails (user_id, created_at desc);

    create table user_views (
      user_id int not null references users(id) on delete cascade,
      screen text not null,
      opened_at timestamptz not null,
      primary key (user_id, screen));

    create table partner_keys (
      id uuid primary key,
      partner_id int not null references partners(id) on delete cascade,
      name text not null,
      key_hash text not null unique,
      created_at timestamptz not null default now(),
      created_by int references users(id) on delete set null,
      last_used_at timestamptz,
      revoked_at timestamptz);

    alter table password_verifications add column new_email text;
    alter table password_verifications drop constraint password_verifications_purpose_check;
    alter table password_verifications add constraint password_verifications_purpose_check
      check (purpose in ('verify', 'redefine', 'email'));
    create index password_verifications_user on password_verifications (user_id, created_at desc);
  `.execute(db)
  await mirrorTable(db, { table: 'lead_broker_config', kind: 'lead_broker_config', key: 'id' })
}
