/** The connection to WhatsApp, the events that came in, and what is remembered of them. docs/rules.md#whatsapp */
import { type Kysely, sql } from 'kysely'

export const whatsapp = (db: Kysely<unknown>) =>
  sql`
    -- One row at most.
    create table whatsapp_connection (
      single boolean primary key default true check (single),
      waba_id text not null,
      -- Sealed, or as they are where the server has no key.
      token text not null,
      app_secret text not null,
      -- Meta sends it when the address is registered. Shown to administrators.
      verify_token text not null,
      -- The text of messages is kept in the history.
      keeps_text boolean not null default false,
      -- 'removed': Meta or the owner of the number ended it.
      state text not null default 'on' check (state in ('on', 'removed')),
      state_since timestamptz not null,
      verified_at timestamptz,
      last_event_at timestamptz,
      -- A key of TROUBLES (src/domain/whatsapp/connection.ts), or the name of what Meta told.
      last_error text,
      last_error_at timestamptz,
      -- Messages of the import of the history, which count as nothing.
      history_ignored int not null default 0,
      created_at timestamptz not null default now());

    create table whatsapp_numbers (
      phone_number_id text primary key,
      -- As Meta shows it, digits with the country's code.
      display_number text not null,
      -- null: the house's.
      user_id int references users(id) on delete set null,
      created_at timestamptz not null default now());

    -- What came in and waits for its turn. The payload goes when the turn is over.
    create table whatsapp_events (
      -- Its order among all.
      id bigint primary key generated always as identity,
      -- Of the message's id and the kind: the id itself has the number in it.
      key text not null unique,
      -- Of the message that it is about, by which a change waits for its message.
      about text,
      payload jsonb,
      state text not null default 'waiting' check (state in ('waiting', 'early', 'done', 'failed')),
      tries int not null default 0,
      -- Until when the process that took it may be taken for alive.
      held_until timestamptz,
      received_at timestamptz not null);
    create index whatsapp_events_waiting on whatsapp_events (id) where state = 'waiting';
    create index whatsapp_events_early on whatsapp_events (about) where state = 'early';
    create index whatsapp_events_received on whatsapp_events (received_at);

    -- A message that is in a lead's history: its text is there and nowhere else.
    create table whatsapp_messages (
      -- Of its id.
      hash text primary key,
      -- Of the conversation that a first message counts as.
      call_uid uuid not null,
      lead_uid uuid not null references leads(uid) on delete cascade,
      timeline_id bigint not null,
      is_sent boolean not null,
      user_id int references users(id) on delete set null,
      at timestamptz not null,
      edited_at timestamptz,
      revoked_at timestamptz,
      -- 'sent', 'delivered', 'read' or 'failed', as far as Meta told.
      status text,
      -- It gave the lead its contact.
      is_contact boolean not null default false);
    create index whatsapp_messages_lead on whatsapp_messages (lead_uid, at);

    -- A person without a number in the event is known by the number that came with the same name before.
    create table whatsapp_people (
      bsuid text primary key,
      -- National digits.
      number text not null,
      seen_at timestamptz not null);
    create index whatsapp_people_number on whatsapp_people (number);

    -- Who wrote and has no lead.
    create table whatsapp_strangers (
      id bigint primary key generated always as identity,
      -- The national digits, or the name without a number.
      known_by text not null,
      phone_number_id text not null references whatsapp_numbers(phone_number_id) on delete cascade,
      number text,
      name text not null default '',
      messages int not null default 1,
      first_at timestamptz not null,
      last_at timestamptz not null,
      ignored_at timestamptz,
      unique (phone_number_id, known_by));
    create index whatsapp_strangers_last on whatsapp_strangers (last_at desc);
  `.execute(db)
