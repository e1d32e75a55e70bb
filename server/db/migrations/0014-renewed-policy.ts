/**
 * The policy that is being renewed belongs to its lead: docs/rules.md#two-policies. Until now its end stood either in a table
 * that no screen wrote, or in the end of the policy sold, which the form of a renewal called by another name.
 */
import { type QueryExecutorProvider, sql } from 'kysely'

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table leads add column old_insurer text, add column old_end_of_validity date;

    update leads l set
      old_insurer = r.insurer,
      old_end_of_validity = coalesce(r.end_of_validity, l.end_of_validity),
      end_of_validity = case when l.end_of_validity is distinct from r.end_of_validity then l.end_of_validity end
      from renewals r where r.lead_uid = l.uid;

    -- What the form of a renewal asked for as 'Vencimento do Seguro'.
    update leads set old_end_of_validity = coalesce(old_end_of_validity, end_of_validity), end_of_validity = null
      where channel_id in (27, 28) and end_of_validity is not null;

    drop table renewals;
  `.execute(db)
}
