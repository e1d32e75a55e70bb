/** A saved mapping knows whether the day or the month comes first in a column. docs/rules.md#order-of-days */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_mappings add column day_orders jsonb not null default '{}'`.execute(db)
}
