/**
 * The policy that is being renewed belongs to its lead: docs/rules.md#two-policies. Until now its end stood either in a table
 * that no screen wrote, or in the end of the policy sold, which the form of a renewal called by another name.
 *
 * The table `renewals` stays as it is, and nothing reads it: its policy numbers and previous brokers have no other place.
 */
import { type QueryExecutorProvider, sql } from 'kysely'

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table leads add column old_insurer text, add column old_end_of_validity date;

    update leads l set
      old_insurer = r.insurer,
      -- What the user typed into the form of a renewal, as 'Vencimento do Seguro', is newer than what was imported.
      old_end_of_validity =
        case when l.channel_id in (27, 28) then coalesce(l.end_of_validity, r.end_of_validity) else r.end_of_validity end,
      end_of_validity = case when l.channel_id in (27, 28) then null else l.end_of_validity end
      from renewals r where r.lead_uid = l.uid;

    -- The same without an imported policy.
    update leads set old_end_of_validity = end_of_validity, end_of_validity = null
      where channel_id in (27, 28) and end_of_validity is not null;
  `.execute(db)
}
