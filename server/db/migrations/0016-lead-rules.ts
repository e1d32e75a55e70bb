/**
 * A scheduling stays after a capture, and a quote may lack its link: docs/rules.md#schedulings and #quote-link. Until
 * now a capture's record replaced the scheduling of a person. That scheduling is restored from the history, closed.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table leads add column quote_link_pending boolean not null default false;

    update leads l
      set scheduling_date = s.scheduling_date,
        scheduling_description = s.description,
        scheduling_status = s.status
      from (
        select distinct on (lead_uid) lead_uid, scheduling_date, description, status
        from schedulings
        where description <> '.'
        order by lead_uid, id desc
      ) s
      where s.lead_uid = l.uid
        and l.scheduling_description = '.'
        and l.scheduling_status = 1;
  `.execute(db)
}
