/** Backups as they ended, by which the server knows whether one is due. docs/operations.md#back-up-and-restore */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_runs (
      id bigint primary key generated always as identity,
      began_at timestamptz not null,
      ended_at timestamptz not null,
      scheduled boolean not null,
      file text,
      bytes bigint,
      problem text,
      check ((problem is null) = (file is not null and bytes is not null)));
    create index backup_runs_ended_at on backup_runs (ended_at);
  `.execute(db)
}
