/** The list of clients reads a page in its order. An index of patterns does not serve that: docs/rules.md#list-of-clients */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index clients_in_order on clients (name_folded, id)`.execute(db)
}
