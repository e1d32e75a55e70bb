/** What a referrer typed of a client whom it did not know: all that its devices and answers see of that client. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table leads add column client_as_referred jsonb`.execute(db)
}
