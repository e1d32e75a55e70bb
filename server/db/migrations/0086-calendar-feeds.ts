/** Addresses by which a user's calendar reads its returns and deadlines. docs/rules.md#calendar */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
      for each row when (old.key_hash <> new.key_hash) execute function revoked('calendar-feed', 'user_id', 'id');`.execute(
    db,
  )
}
