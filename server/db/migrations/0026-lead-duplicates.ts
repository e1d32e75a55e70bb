/**
 * Each refused attempt to register a used proposal is a row: who tried, and when. A release lets one lead through.
 * docs/rules.md#report-lead-duplicates
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Releases of before had no columns of their own. They let nothing through any more.
  await sql`
    alter table lead_duplicates
      add column released_by int references users(id),
      add column released_at timestamptz,
      add column used_at timestamptz;
    update lead_duplicates
      set released_by = user_relead, released_at = coalesce(relead_at, created_at),
        used_at = coalesce(relead_at, created_at), user_relead = null, relead_at = null
      where released;
    create index lead_duplicates_proposal on lead_duplicates (proposal);
    -- Renewals of the reports are those whose policy ends in a period.
    create index leads_renewed on leads (old_end_of_validity) where old_end_of_validity is not null;
    create index lead_duplicates_user on lead_duplicates (user_relead, created_at);
  `.execute(db)
}
