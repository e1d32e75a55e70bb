/** What the server keeps about its own work. */
import { type Kysely, sql } from 'kysely'

export const operation = (db: Kysely<unknown>) =>
  sql`
    -- What creating calls made, by their keys: a repeated call makes nothing more. docs/rules.md#sent-again
    create table creation_log (
      key text primary key,
      asked text not null,
      made text,
      created_at timestamptz not null default now());
    create index creation_log_created_at on creation_log (created_at);

    -- Creations that another user's device sent, and who was handed them: docs/rules.md#hand-over
    alter table command_log
      -- The user whose device sent it first; null: the author's own did.
      add column sent_by int references users(id) on delete set null,
      -- Users whose devices sent what the author's had handed to them.
      add column received_by int[] not null default '{}';

    -- Exports of everything, at most one of which waits or runs: docs/rules.md#export-of-everything
    create table whole_exports (
      id int primary key generated always as identity,
      user_id int not null references users(id) on delete cascade,
      state text not null check (state in ('waiting', 'running', 'done', 'failed')),
      asked_at timestamptz not null,
      alive_at timestamptz,
      tries smallint not null default 0,
      done bigint not null default 0,
      total bigint not null default 0,
      ended_at timestamptz,
      problem text,
      file text,
      bytes bigint,
      rows bigint,
      expires_at timestamptz,
      check ((state = 'failed') = (problem is not null)));
    create unique index whole_exports_one on whole_exports ((true)) where state in ('waiting', 'running');

    -- The last instant that a trusted clock told: docs/rules.md#clock
    create table clock_memory (
      single boolean primary key default true check (single),
      at timestamptz not null,
      machine text not null,
      machine_ms bigint not null,
      doubted text check (doubted in ('ahead', 'behind')));

    -- Rehearsals of a restore: docs/operations.md#back-up-and-restore
    create table backup_checks (
      id bigint primary key generated always as identity,
      checked_at timestamptz not null,
      file text not null,
      rows bigint,
      files integer,
      problem text,
      check ((problem is null) = (rows is not null and files is not null)));
  `.execute(db)
