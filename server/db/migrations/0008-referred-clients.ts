/** The client as a referrer typed it. The referrer sees these values instead of the client's own row. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table leads add column client_as_referred jsonb`.execute(db)
}
