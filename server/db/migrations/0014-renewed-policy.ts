/**
 * Moves the policy that is renewed to its lead: docs/rules.md#two-policies. Its end was in the table `renewals`,
 * which no screen wrote, or in `end_of_validity`, which the form of a renewal showed under another label.
 *
 * The table `renewals` stays, although nothing reads it: only it holds policy numbers and previous brokers.
 */
import { type QueryExecutorProvider, sql } from 'kysely'

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table leads add column old_insurer text, add column old_end_of_validity date;

    update leads l set
      old_insurer = r.insurer,
      -- The date that a user typed into the form of a renewal, as 'Vencimento do Seguro', is newer than the imported
      -- one.
      old_end_of_validity = case
        when l.channel_id in (27, 28) then coalesce(l.end_of_validity, r.end_of_validity)
        else r.end_of_validity
      end,
      end_of_validity = case when l.channel_id in (27, 28) then null else l.end_of_validity end
      from renewals r
      where r.lead_uid = l.uid;

    -- The same for leads without an imported policy.
    update leads set old_end_of_validity = end_of_validity, end_of_validity = null
      where channel_id in (27, 28) and end_of_validity is not null;
  `.execute(db)
}
