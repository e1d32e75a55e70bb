/** Rehearsals of a restore: docs/operations.md#back-up-and-restore */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_checks (
      id bigint primary key generated always as identity,
      checked_at timestamptz not null,
      file text not null,
      rows bigint,
      files integer,
      problem text,
      check ((problem is null) = (rows is not null and files is not null)));
  `.execute(db)
}
