/**
 * Results of calls: docs/rules.md#calls. A call gets a uid of its device, its way, its result and the result's source.
 * Calls of the phone system are stored before a device records them.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table calls
      add column uid uuid not null unique default gen_random_uuid(),
      add column way text not null default 'device' check (way in ('device', 'phone_system', 'whatsapp')),
      add column result_by text check (result_by in ('caller', 'phone_system')),
      add column given_flag smallint check (given_flag in (0, 1)),
      alter column duration drop not null, alter column duration drop default,
      add check (status between 0 and 3), add check (duration >= 0);
    -- Existing results count as reports of the phone system. The duration of the other calls is unknown.
    update calls set result_by = 'phone_system', way = 'phone_system' where status is not null;
    update calls set duration = null where status is null;
    -- The flag that a lead's first call set, so that undoing the call can restore it.
    update calls c
      set given_flag = l.first_call_on_time
      from leads l
      where l.uid = c.lead_uid and l.first_call_date = c.date;

    -- The phone system may report a call before the device sends its record.
    create table placed_calls (
      uid uuid primary key,
      user_id int not null references users(id),
      placed_at timestamptz not null,
      status smallint check (status between 0 and 3),
      duration int check (duration >= 0)
    );
    create index placed_calls_at on placed_calls (placed_at);
  `.execute(db)
}
