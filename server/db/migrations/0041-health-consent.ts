/** The consent of a person without login to be asked about health: docs/rules.md#health-consent */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table external_indications
      add column health_consent_version text,
      add column health_consent_at timestamptz
  `.execute(db)
}
