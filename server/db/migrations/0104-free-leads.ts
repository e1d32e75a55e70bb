/** Leads that nobody has, which every broker sees by channel, are counted and listed from an index: docs/performance.md#the-server */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index leads_free on leads (status, create_lead_date, uid)
      include (channel_id, insurance_id, scheduling_status, scheduling_date)
      where broker_id is null and state = 1 and not cancelled
  `.execute(db)
}
