/** Exports of everything, at most one of which waits or runs: docs/rules.md#export-of-everything */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
  `.execute(db)
}
