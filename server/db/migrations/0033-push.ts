/** Web Push: the server's keys, the devices that receive notices, and the notices that wait. docs/rules.md#push */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_keys (
      single boolean primary key default true check (single),
      public_key text not null,
      private_key text not null,
      created_at timestamptz not null default now());

    -- A device has one session, and so one subscription.
    create table push_subscriptions (
      session_id uuid primary key references sessions(id) on delete cascade,
      user_id int not null references users(id) on delete cascade,
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      created_at timestamptz not null,
      renewed_at timestamptz not null);
    create index push_subscriptions_user on push_subscriptions (user_id);

    create function end_push_of_session() returns trigger language plpgsql as $$
    begin
      delete from push_subscriptions where session_id = new.id;
      return null;
    end $$;
    create trigger sessions_end_push after update of revoked_at on sessions
      for each row when (new.revoked_at is not null)
      execute function end_push_of_session();

    -- Deleted when it is sent. A newer notice of the same kind and lead takes its place.
    create table push_messages (
      id uuid primary key,
      session_id uuid not null references push_subscriptions(session_id) on delete cascade,
      kind text not null,
      lead_uid uuid references leads(uid) on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      tries int not null default 0,
      next_try_at timestamptz not null,
      unique nulls not distinct (session_id, kind, lead_uid));
    create index push_messages_next on push_messages (next_try_at);
    create index push_messages_lead on push_messages (lead_uid) where lead_uid is not null;

    -- Instants that notices were made for, so that several processes make each once.
    create table push_marks (
      lead_uid uuid not null references leads(uid) on delete cascade,
      kind text not null,
      due_at timestamptz not null,
      primary key (lead_uid, kind, due_at));
    create index push_marks_due on push_marks (due_at);
  `.execute(db)
}
