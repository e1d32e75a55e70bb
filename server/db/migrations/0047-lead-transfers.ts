/** Transfers of leads, each with what its leads were before: docs/rules.md#transfers */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lead_transfers (
      uid uuid primary key,
      -- A lead of the transfer whose version is another was changed since.
      written_by xid8 not null default pg_current_xact_id(),
      made_by int not null references users(id),
      made_at timestamptz not null,
      leaver_id int references users(id),
      leaver jsonb,
      answer jsonb,
      moved int not null default 0,
      undone_at timestamptz);
    create index lead_transfers_made_at on lead_transfers (made_at);
    create table lead_transfer_leads (
      transfer_uid uuid not null references lead_transfers(uid) on delete cascade,
      lead_uid uuid not null references leads(uid) on delete cascade,
      before jsonb not null,
      primary key (transfer_uid, lead_uid));
    create index lead_transfer_leads_lead on lead_transfer_leads (lead_uid);
  `.execute(db)
}
