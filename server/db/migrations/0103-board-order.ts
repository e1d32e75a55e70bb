/** A page of the whole board is read in its order, without sorting all leads: docs/performance.md#the-server */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index leads_in_order_scheduled on leads (status, scheduling_date, uid)
      where state <> 3 and scheduling_status = 0;
    create index leads_in_order_open on leads (status, create_lead_date, uid)
      where state <> 3 and (scheduling_status = 0) is not true;
    create index leads_in_order_ended on leads (end_lead_date desc nulls last, uid)
      where status = 6;
    -- For counts of the whole board: a few bytes a lead.
    create index leads_open_status on leads (status) where state <> 3;
    -- Finished leads of another status, which are rare.
    create index leads_in_order_others on leads (status, create_lead_date, uid)
      where state = 3 and status <> 6;
  `.execute(db)
}
