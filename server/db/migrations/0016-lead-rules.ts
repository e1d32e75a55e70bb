/**
 * Schedulings outlive a capture, and a quote may owe its link: docs/rules.md#schedulings and #quote-link. Until now a capture's
 * record took the place of what a person had scheduled: that comes back from the history, closed as the capture left it.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table leads add column quote_link_pending boolean not null default false;

    update leads l set scheduling_date = s.scheduling_date, scheduling_description = s.description, scheduling_status = s.status
      from (select distinct on (lead_uid) lead_uid, scheduling_date, description, status
        from schedulings where description <> '.' order by lead_uid, id desc) s
      where s.lead_uid = l.uid and l.scheduling_description = '.' and l.scheduling_status = 1;
  `.execute(db)
}
