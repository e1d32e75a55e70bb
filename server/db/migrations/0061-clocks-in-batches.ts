/**
 * The leads' clocks are computed anew batch by batch: docs/rules.md#reports. `reached` is the last lead that has those of
 * the calendar, null where all have. A transaction with `farol.only_clocks` changes nothing that a device knows: it leaves
 * the versions and wakes nobody.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table working_calendar add column reached uuid;

    drop trigger leads_set_version on leads;
    create trigger leads_set_version before insert or update on leads
      for each row
      when (current_setting('farol.only_clocks', true) is distinct from 'on')
      execute function set_version();

    drop trigger leads_poke_update on leads;
    create trigger leads_poke_update after update on leads
      referencing new table as changed
      for each statement
      when (current_setting('farol.only_clocks', true) is distinct from 'on')
      execute function poke_leads();`.execute(db)
}
