/**
 * Automations: their definitions, the entries of the journal that wait for them, what they did, and whom they told. A trigger of
 * the timeline writes what waits, in the transaction of the change. docs/rules.md#automations
 */
import { type Kysely, sql } from 'kysely'

export const automations = (db: Kysely<unknown>) =>
  sql`
    create table automations (
      id uuid primary key,
      name text not null,
      trigger jsonb not null,
      conditions jsonb not null,
      acts jsonb not null,
      -- 'paused': it acted too often. 'restored': the database came from a backup.
      state text not null default 'off' check (state in ('on', 'off', 'paused', 'restored')),
      state_since timestamptz not null,
      -- What was before is not acted on.
      acts_since timestamptz not null,
      created_by int references users(id) on delete set null,
      created_at timestamptz not null default now());

    -- Entries of the journal that automations have not seen yet.
    create table automation_events (
      entry_id bigint primary key,
      lead_uid uuid not null);

    -- Each occasion of a lead once. No key: the log of a lead that goes stays without it.
    create table automation_runs (
      id bigint primary key generated always as identity,
      automation_id uuid not null references automations(id) on delete cascade,
      lead_uid uuid not null,
      occasion text not null,
      made_at timestamptz not null,
      -- [{act, why, message}]
      results jsonb not null,
      acted boolean not null,
      unique (automation_id, lead_uid, occasion));
    create index automation_runs_log on automation_runs (automation_id, id desc);
    create index automation_runs_made on automation_runs (made_at);
    create index automation_runs_lead on automation_runs (lead_uid, made_at);

    create table automation_notices (
      id bigint primary key generated always as identity,
      automation_id uuid not null references automations(id) on delete cascade,
      user_id int not null references users(id) on delete cascade,
      -- null: about the automation itself.
      lead_uid uuid references leads(uid) on delete cascade,
      text text not null,
      made_at timestamptz not null);
    create index automation_notices_user on automation_notices (user_id, id desc);
    create index automation_notices_lead on automation_notices (lead_uid) where lead_uid is not null;
    create index automation_notices_made on automation_notices (made_at);

    -- Leads are idle from their last entries on: those of a few days are looked for.
    create index timeline_occurred on timeline (occurred_at, lead_uid);

    create function automation_entries() returns trigger language plpgsql as $$
    declare
      hears boolean;
      hears_bulk boolean;
    begin
      select count(*) > 0, coalesce(bool_or((trigger ->> 'bulk')::boolean), false)
      into hears, hears_bulk
      from automations
      where state = 'on' and trigger ->> 'kind' in ('lead_made', 'status_changed');
      if not hears then return null; end if;
      insert into automation_events (entry_id, lead_uid)
      select e.id, e.lead_uid
      from entered e
      where (e.changes::jsonb ? 'status' or e.changes::jsonb ? 'create_lead_date')
        -- What an automation wrote lets none act.
        and not e.changes::jsonb ? 'automation'
        and (hears_bulk or not (
          e.command in ('lead.import', 'lead.transfer', 'lead.transferUndone')
          or coalesce(e.changes::jsonb #>> '{lead_scheduling,after,description}', '') = 'Renovação importada'));
      return null;
    end $$;
    create trigger timeline_automations after insert on timeline
      referencing new table as entered for each statement execute function automation_entries();
  `.execute(db)
