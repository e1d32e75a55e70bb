/**
 * Other leads decide whether a referrer sees a client itself or the values that it typed. A lead that enters or
 * leaves a scope therefore gives the client, and with it all its leads, a new version.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index leads_referred on leads (client_uid) where client_as_referred is not null;

    create function lead_makes_known() returns trigger language plpgsql as $$
    begin
      update clients c set version = pg_current_xact_id()
        where c.uid in (old.client_uid, new.client_uid)
          and exists (select 1 from leads l where l.client_uid = c.uid and l.client_as_referred is not null and l.uid is distinct from new.uid);
      return null;
    end $$;

    create trigger leads_make_known_insert after insert or delete on leads
      for each row execute function lead_makes_known();
    create trigger leads_make_known_update after update of client_uid, partner_id, inviter_id, cancelled on leads
      for each row
      when ((old.client_uid, old.partner_id, old.inviter_id, old.cancelled)
        is distinct from (new.client_uid, new.partner_id, new.inviter_id, new.cancelled))
      execute function lead_makes_known();

    -- The same for leads that changed before this migration.
    update clients set version = pg_current_xact_id()
      where uid in (select client_uid from leads where client_as_referred is not null);
  `.execute(db)
}
