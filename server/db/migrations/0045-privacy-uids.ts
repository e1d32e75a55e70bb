/** The uid of a form: what it sends again after a lost answer is one request, or one incident. docs/rules.md#data-requests */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table data_requests add column uid uuid not null unique default gen_random_uuid();
    alter table security_incidents add column uid uuid not null unique default gen_random_uuid();
  `.execute(db)
}
