/** `GET /leads/list-count` reads its columns from an index, without the table's rows. docs/performance.md#the-server */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index leads_open on leads (status, channel_id, insurance_id)
      include (state, broker_id, partner_id, inviter_id, cancelled, create_lead_date, scheduling_status, scheduling_date)
      where state <> 3;
    create index leads_finished on leads ((coalesce(end_lead_date, 'infinity'::timestamptz)))
      include (state, status, end_lead_date, sold, lost_sale, broker_id, partner_id, inviter_id, cancelled)
      where state = 3;
  `.execute(db)
}
