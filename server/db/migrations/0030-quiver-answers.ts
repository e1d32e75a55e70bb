/** The last good answers of Quiver's sales service. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table quiver_answers (
      id int generated always as identity primary key,
      kind text not null check (kind in ('sales', 'products')),
      from_day date,
      to_day date,
      product int,
      answer jsonb not null,
      fetched_at timestamptz not null,
      unique nulls not distinct (kind, from_day, to_day, product));
  `.execute(db)
}
