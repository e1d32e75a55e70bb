/** The number that a lead had in another system, by which it is found: docs/rules.md#any-import */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table leads add column old_number text;
    create index leads_old_number on leads (folded_text(old_number)) where old_number is not null;
  `.execute(db)
}
