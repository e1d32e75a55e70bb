/** Leads lost to another broker, and the leads as which they came back. docs/rules.md#returning */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The key makes a lead return once for each end of an insurance, however many servers look.
    create table returned_leads (
      lost_uid uuid not null references leads(uid) on delete cascade,
      ends_on date not null,
      lead_uid uuid not null unique references leads(uid) on delete cascade,
      made_at timestamptz not null,
      primary key (lost_uid, ends_on));

    create index leads_lost_elsewhere on leads (endorsement_date)
      where state = 3 and sold = 0 and lost_sale = 5 and endorsement_date is not null;
  `.execute(db)
}
