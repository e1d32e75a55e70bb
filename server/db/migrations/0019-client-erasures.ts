/**
 * Erased clients, and the files that an erasure still has to remove from the store: docs/rules.md#personal-data. The rows
 * name uids alone. They are never deleted: a device may come back after years.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table client_erasures (
      client_uid uuid primary key references clients(uid) on delete cascade,
      -- The client, its aliases and its leads: every uid under which a device may keep something of it.
      uids uuid[] not null,
      at timestamptz not null default now(),
      version xid8 not null default pg_current_xact_id());
    create index client_erasures_version on client_erasures (version);
    create trigger client_erasures_poke after insert on client_erasures
      for each statement execute function poke_everyone();

    create table erased_files (
      path text primary key,
      at timestamptz not null default now());
  `.execute(db)
}
