/** What leads have, what is told of those that leave a scope, and the indexes by which boards and lists are read. */
import { type Kysely, sql } from 'kysely'

export const leads = (db: Kysely<unknown>) =>
  sql`
    alter table leads
      -- The number that it had in another system, by which it is found. docs/rules.md#taking-back
      add column old_number text,
      -- The first undecided suggestion. It comes and goes with the lead's row, so it follows the lead's broker.
      add column suggested_message jsonb,
      -- Those that run, as the lead's row brings them to devices within its scope.
      add column obligations jsonb;
    create index leads_old_number on leads (folded_text(old_number)) where old_number is not null;
    -- Each deleted lead or client looks through the tables that may refer to it.
    create index elective_leads_lead_uid on elective_leads (lead_uid) where lead_uid is not null;
    create index lead_temps_lead_uid on lead_temps (lead_uid) where lead_uid is not null;
    create index external_indications_lead_uid on external_indications (lead_uid) where lead_uid is not null;
    create index in_person_diagnoses_lead_uid on in_person_diagnoses (lead_uid);

    -- Leads that leave a scope are noted once a statement, with their clients as staff and as others see them, and so are
    -- leads that get another client: the server says which clients a device must drop. docs/sync-protocol.md#removed-clients
    drop trigger leads_left on leads;
    drop function lead_left();
    alter table tombstones
      add column client_uid uuid,
      -- Of the client as the referrer typed it. null: the lead's client was the referrer's own.
      add column referred_uid uuid;

    create function leads_left_changed() returns trigger language plpgsql as $$
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
    create function leads_left_deleted() returns trigger language plpgsql as $$
    begin
      insert into tombstones (kind, lead_uid, state, channel_id, broker_id, partner_id, inviter_id, cancelled,
        client_uid, referred_uid)
      select 'lead', o.uid, o.state, o.channel_id, o.broker_id, o.partner_id, o.inviter_id, o.cancelled,
        o.client_uid, (o.client_as_referred ->> 'uid')::uuid
      from before_it o;
      return null;
    end $$;

    create trigger leads_left_changed after update on leads
      referencing old table as before_it new table as after_it
      for each statement execute function leads_left_changed();
    create trigger leads_left_deleted after delete on leads
      referencing old table as before_it
      for each statement execute function leads_left_deleted();

    -- The clocks are computed anew batch by batch: docs/rules.md#reports. 'reached' is the last lead that has those of the
    -- calendar, null where all have. A transaction with farol.only_clocks changes nothing that a device knows: it leaves the
    -- versions and wakes nobody.
    alter table working_calendar add column reached uuid;

    drop trigger leads_set_version on leads;
    create trigger leads_set_version before insert or update on leads
      for each row
      when (current_setting('farol.only_clocks', true) is distinct from 'on')
      execute function set_version();

    drop trigger leads_poke_update on leads;
    create trigger leads_poke_update after update on leads
      referencing new table as changed
      for each statement
      when (current_setting('farol.only_clocks', true) is distinct from 'on')
      execute function poke_leads();

    -- The highest version of each mirrored table is read with every request: docs/sync-protocol.md#rounds
    create index users_version on users (version);
    create index user_views_version on user_views (version);
    create index lead_broker_config_version on lead_broker_config (version);
    create index tombstones_catalogue_version on tombstones (version) where kind = 'catalogue';

    -- Counts, and the whole board in its order, without the table's rows and without sorting: docs/performance.md#the-server
    create index leads_open on leads (status, channel_id, insurance_id)
      include (state, broker_id, partner_id, inviter_id, cancelled, create_lead_date, scheduling_status, scheduling_date)
      where state <> 3;
    create index leads_finished on leads ((coalesce(end_lead_date, 'infinity'::timestamptz)))
      include (state, status, end_lead_date, sold, lost_sale, broker_id, partner_id, inviter_id, cancelled)
      where state = 3;
    -- Finished leads that stay on the devices while one runs.
    create index leads_with_obligations on leads (end_lead_date desc nulls last, uid)
      where obligations is not null;
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

    -- Leads that nobody has, which every broker sees by channel.
    create index leads_free on leads (status, create_lead_date, uid)
      include (channel_id, insurance_id, scheduling_status, scheduling_date)
      where broker_id is null and state = 1 and not cancelled;
  `.execute(db)
