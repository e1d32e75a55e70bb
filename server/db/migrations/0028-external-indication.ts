/**
 * External indications: details by line, the links of inviters, consents, and the counters of calls without login.
 * docs/rules.md#external-indication
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table leads add column insurance_details jsonb;

    alter table external_indications
      add column consent_version text,
      add column consent_at timestamptz;

    create table indication_links (
      user_id int primary key references users(id) on delete cascade,
      code text not null,
      secret text not null,
      renewed_at timestamptz not null default now());

    -- Without a write-ahead log: the loss of a counter lets some calls more through.
    create unlogged table rate_limits (
      key text primary key,
      hits int not null,
      ends_at timestamptz not null);
    create index rate_limits_end on rate_limits (ends_at);

    drop index command_log_referrals;
    create index command_log_referrals on command_log (user_id, received_at)
      where command in ('indication.create', 'lead.create', 'indication.external') and outcome = 'applied';
  `.execute(db)
}
