/** The highest version of each mirrored table is read with every request: docs/sync-protocol.md#rounds */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index users_version on users (version);
    create index user_views_version on user_views (version);
    create index lead_broker_config_version on lead_broker_config (version);
    create index tombstones_catalogue_version on tombstones (version) where kind = 'catalogue';`.execute(db)
}
