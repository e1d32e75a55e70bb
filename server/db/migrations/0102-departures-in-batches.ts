/** Leads of a user who leaves move in short transactions, one after the other: docs/rules.md#departures */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What a departure still has to move, and where to. null: to Origem, unclaimed.
    create table planned_moves (
      transfer_uid uuid not null references lead_transfers(uid) on delete cascade,
      lead_uid uuid not null references leads(uid) on delete cascade,
      broker_id int references users(id),
      primary key (transfer_uid, lead_uid));
    create index planned_moves_lead on planned_moves (lead_uid);

    -- Leads that went to Origem because who was to get them had left before their move.
    alter table lead_transfers add column unclaimed int not null default 0;

    -- Each lead is moved in a transaction of its own batch. A lead whose version is another was changed since.
    alter table lead_transfer_leads add column written_by xid8;
    update lead_transfer_leads l set written_by = t.written_by from lead_transfers t where t.uid = l.transfer_uid;
    alter table lead_transfer_leads
      alter column written_by set default pg_current_xact_id(),
      alter column written_by set not null;
  `.execute(db)
}
