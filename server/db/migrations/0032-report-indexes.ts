/** Indexes of the reports, with what they cost a write: docs/performance.md#reports */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The columns of `include` are those of a report's figures: they are counted without reading the leads. A query finds
  // the index of channel 7, 'Me Indico', if it has the number as a constant.
  await sql`
    create index leads_contacted on leads (contact_date) where contact_date is not null;
    create index leads_proposed on leads ((coalesce(proposal_date, create_lead_date)));
    create index leads_self_indicated on leads (create_lead_date) where channel_id = 7;

    drop index leads_created;
    create index leads_created on leads (create_lead_date) include (
      cancelled, broker_id, channel_id, insurance_id, inviter_id, state, sold, indication_on_time, proposal_date,
      end_lead_date, proposal_clock, create_clock, end_clock);

    drop index leads_captured;
    create index leads_captured on leads (capture_date) include (
      cancelled, uid, broker_id, state, sold, capture_on_time, first_call_date, first_call_on_time, capture_clock,
      first_call_clock);

    drop index calls_lead;
    create index calls_lead on calls (lead_uid, date) include (id, status, duration);
  `.execute(db)
}
