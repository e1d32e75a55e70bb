/**
 * What other systems read and hear: calendars (docs/rules.md#calendar), and webhooks, whose events a trigger of the timeline
 * writes in the transaction of the change (docs/rules.md#webhooks).
 */
import { type Kysely, sql } from 'kysely'

export const connections = (db: Kysely<unknown>) =>
  sql`
    create table calendar_feeds (
      id uuid primary key,
      user_id int not null references users(id) on delete cascade,
      name text not null,
      -- Of the secret in the address, which is kept nowhere.
      key_hash text not null unique,
      schedules boolean not null,
      deadlines boolean not null,
      renewals boolean not null,
      names boolean not null,
      -- Minutes before; null: no alarm.
      alarm int,
      created_at timestamptz not null default now(),
      last_used_at timestamptz);
    create index calendar_feeds_user on calendar_feeds (user_id);

    -- What an address told, so that a calendar hears of a change and of what is off.
    create table calendar_entries (
      feed_id uuid not null references calendar_feeds(id) on delete cascade,
      uid text not null,
      -- Of what was told. null: it is off.
      digest text,
      -- An instant, or a day: an event that is off keeps its place.
      starts text not null,
      changed_at timestamptz not null,
      primary key (feed_id, uid));

    create trigger calendar_feeds_revoked_0 after delete on calendar_feeds
      for each row execute function revoked('calendar-feed', 'user_id', 'id');
    create trigger calendar_feeds_revoked_1 after update of key_hash on calendar_feeds
      for each row when (old.key_hash <> new.key_hash) execute function revoked('calendar-feed', 'user_id', 'id');

    create table webhooks (
      id uuid primary key,
      name text not null,
      url text not null,
      events text[] not null,
      with_client boolean not null default false,
      -- 'gone': the address said so. 'failing': only failures for days. 'restored': the database came from a backup.
      state text not null default 'on' check (state in ('on', 'off', 'gone', 'failing', 'restored')),
      state_since timestamptz not null,
      -- Schedules that were late before are not told.
      late_since timestamptz not null,
      secret text not null,
      -- [{secret, until}]: they were replaced, and still sign until then.
      old_secrets jsonb not null default '[]',
      failures int not null default 0,
      failing_since timestamptz,
      rests_until timestamptz,
      -- The process that sends to it, and until when it may be taken for dead.
      held_by uuid,
      held_until timestamptz,
      created_by int references users(id) on delete set null,
      created_at timestamptz not null default now());

    create table webhook_deliveries (
      -- Its order among all.
      id bigint primary key generated always as identity,
      webhook_id uuid not null references webhooks(id) on delete cascade,
      -- The same for each address that gets the event.
      event_id uuid not null,
      kind text not null,
      -- null: about no lead. No key: a lead that goes takes nothing along that is about no person.
      lead_uid uuid,
      facts jsonb not null,
      -- Of a schedule that is late: told once.
      due_at timestamptz,
      bulk boolean not null default false,
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
      made_at timestamptz not null,
      next_try_at timestamptz not null,
      tries int not null default 0,
      tried_at timestamptz,
      ended_at timestamptz,
      took_ms int,
      status int,
      error text);
    create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, bulk, id) where state = 'waiting';
    create index webhook_deliveries_of_lead on webhook_deliveries (lead_uid, webhook_id, id) where state = 'waiting';
    create index webhook_deliveries_log on webhook_deliveries (webhook_id, id desc);
    create index webhook_deliveries_ended on webhook_deliveries (ended_at) where state <> 'waiting';
    create unique index webhook_deliveries_late on webhook_deliveries (webhook_id, lead_uid, due_at)
      where due_at is not null;

    -- What other systems learn of a lead: numbers, states and instants, no person.
    create function webhook_facts(l leads) returns jsonb language sql stable as $$
      select jsonb_build_object(
        'id', l.id, 'uid', l.uid, 'status', l.status, 'state', l.state, 'channel_id', l.channel_id,
        'insurance_id', l.insurance_id, 'broker_id', l.broker_id, 'partner_id', l.partner_id, 'sold', l.sold,
        'lost_sale', l.lost_sale, 'cancelled', l.cancelled, 'created_at', l.create_lead_date,
        'captured_at', l.capture_date, 'ended_at', l.end_lead_date)
    $$;

    create function webhook_events() returns trigger language plpgsql as $$
    begin
      if not exists (select 1 from webhooks where state = 'on') then return null; end if;
      with entry as (
        select e.id, e.lead_uid, e.command, e.occurred_at, e.received_at, webhook_facts(l) as lead, e.changes::jsonb as c,
          -- Many at once give way to what a person does meanwhile.
          count(*) over () > 10 as bulk
        from entered e
        join leads l on l.uid = e.lead_uid
      ),
      told as (
        select entry.*,
          -- A transfer that is undone writes its entries before its leads.
          coalesce((c #>> '{status,after}')::int, (lead ->> 'status')::int) as status,
          coalesce((c #>> '{state,after}')::int, (lead ->> 'state')::int) as lead_state,
          coalesce((c #>> '{sold,after}')::int, (lead ->> 'sold')::int) as sold,
          coalesce((c #>> '{cancelled,after}')::boolean, (lead ->> 'cancelled')::boolean) as cancelled,
          c ? 'create_lead_date' and c #>> '{create_lead_date,before}' is null as is_new,
          command = 'lead.import' as is_old
        from entry
      ),
      event as materialized (
        select t.*, k.place, k.kind, gen_random_uuid() as event_id
        from told t
        cross join lateral (
          values
            (1, 'lead.created', is_new),
            (2, 'lead.captured', not is_old and c #>> '{capture_date,before}' is null
              and c #>> '{capture_date,after}' is not null),
            (3, 'lead.moved', not is_new and c ? 'status'),
            (4, 'lead.sold', not is_old and (c ? 'state' or c ? 'sold') and lead_state = 3 and sold = 1 and not cancelled),
            (5, 'lead.lost', not is_old and (c ? 'state' or c ? 'sold') and lead_state = 3 and sold = 0 and not cancelled)
        ) as k (place, kind, happened)
        where k.happened
      ),
      -- One that is removed meanwhile is left out: its key would refuse the transaction of the change.
      target as (select id, events from webhooks where state = 'on' for key share)
      insert into webhook_deliveries (webhook_id, event_id, kind, lead_uid, facts, bulk, made_at, next_try_at)
      select w.id, e.event_id, e.kind, e.lead_uid,
        e.lead || jsonb_build_object(
          'occurred_at', e.occurred_at, 'status', e.status, 'state', e.lead_state, 'sold', e.sold, 'cancelled', e.cancelled,
          'status_before', case when e.kind = 'lead.moved' then (e.c #>> '{status,before}')::int end),
        e.bulk, e.received_at, e.received_at
      from event e
      join target w on e.kind = any(w.events)
      order by e.id, e.place, w.id;
      -- What a person does to a lead waits for the lead's earlier events, and these no longer for all others.
      if (select count(*) from entered) <= 10 then
        update webhook_deliveries set bulk = false
        where id in (
          select d.id
          from webhook_deliveries d
          where d.state = 'waiting' and d.bulk and d.lead_uid in (select lead_uid from entered)
          for update skip locked);
      end if;
      return null;
    end $$;
    create trigger timeline_webhooks after insert on timeline
      referencing new table as entered for each statement execute function webhook_events();
  `.execute(db)
