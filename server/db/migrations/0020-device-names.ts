/** A session tells its owner where it was opened, as 'Chrome no Windows': docs/rules.md#profile */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column device_name text`.execute(db)
}
