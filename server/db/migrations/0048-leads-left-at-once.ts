/**
 * Leads that leave a scope are noted once a statement, as they are poked: a transfer of thousands would otherwise write and
 * poke thousands of times. docs/sync-protocol.md
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger leads_left on leads;
    drop function lead_left();

    create function leads_left_changed() returns trigger language plpgsql as $$
    begin
      insert into tombstones (kind, lead_uid, state, channel_id, broker_id, partner_id, inviter_id, cancelled)
      select 'lead', o.uid, o.state, o.channel_id, o.broker_id, o.partner_id, o.inviter_id, o.cancelled
      from before_it o
      join after_it n on n.uid = o.uid
      where (o.state, o.channel_id, o.broker_id, o.partner_id, o.inviter_id, o.cancelled)
        is distinct from (n.state, n.channel_id, n.broker_id, n.partner_id, n.inviter_id, n.cancelled);
      return null;
    end $$;
    create function leads_left_deleted() returns trigger language plpgsql as $$
    begin
      insert into tombstones (kind, lead_uid, state, channel_id, broker_id, partner_id, inviter_id, cancelled)
      select 'lead', o.uid, o.state, o.channel_id, o.broker_id, o.partner_id, o.inviter_id, o.cancelled
      from before_it o;
      return null;
    end $$;

    create trigger leads_left_changed after update on leads
      referencing old table as before_it new table as after_it
      for each statement execute function leads_left_changed();
    create trigger leads_left_deleted after delete on leads
      referencing old table as before_it
      for each statement execute function leads_left_deleted();
  `.execute(db)
}
