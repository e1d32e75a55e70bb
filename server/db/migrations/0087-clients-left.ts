/**
 * A lead that leaves a scope notes its client too, as staff and as others see it, and so does a lead that gets another client:
 * the server says which clients a device must drop. docs/sync-protocol.md#removed-clients
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tombstones
      add column client_uid uuid,
      -- Of the client as the referrer typed it. null: the lead's client was the referrer's own.
      add column referred_uid uuid;

    create or replace function leads_left_changed() returns trigger language plpgsql as $$
    begin
      insert into tombstones (kind, lead_uid, state, channel_id, broker_id, partner_id, inviter_id, cancelled,
        client_uid, referred_uid)
      select 'lead', o.uid, o.state, o.channel_id, o.broker_id, o.partner_id, o.inviter_id, o.cancelled,
        o.client_uid, (o.client_as_referred ->> 'uid')::uuid
      from before_it o
      join after_it n on n.uid = o.uid
      where (o.state, o.channel_id, o.broker_id, o.partner_id, o.inviter_id, o.cancelled, o.client_uid,
          o.client_as_referred ->> 'uid')
        is distinct from (n.state, n.channel_id, n.broker_id, n.partner_id, n.inviter_id, n.cancelled, n.client_uid,
          n.client_as_referred ->> 'uid');
      return null;
    end $$;
    create or replace function leads_left_deleted() returns trigger language plpgsql as $$
    begin
      insert into tombstones (kind, lead_uid, state, channel_id, broker_id, partner_id, inviter_id, cancelled,
        client_uid, referred_uid)
      select 'lead', o.uid, o.state, o.channel_id, o.broker_id, o.partner_id, o.inviter_id, o.cancelled,
        o.client_uid, (o.client_as_referred ->> 'uid')::uuid
      from before_it o;
      return null;
    end $$;
  `.execute(db)
}
