/** The last instant that a trusted clock told: docs/rules.md#clock */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table clock_memory (
      single boolean primary key default true check (single),
      at timestamptz not null,
      machine text not null,
      machine_ms bigint not null,
      doubted text check (doubted in ('ahead', 'behind')));
  `.execute(db)
}
