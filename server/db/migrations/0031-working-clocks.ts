/** Working time of the leads' instants, stored with them for the reports: docs/rules.md#reports */
import { type Kysely, sql } from 'kysely'

const INSTANTS = [
  ['proposal_clock', 'proposal_date'],
  ['create_clock', 'create_lead_date'],
  ['capture_clock', 'capture_date'],
  ['first_call_clock', 'first_call_date'],
  ['contact_clock', 'contact_date'],
  ['quoted_clock', 'quoted_date'],
  ['sold_clock', 'sold_date'],
  ['end_clock', 'end_lead_date'],
] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = INSTANTS.map(([clock]) => sql`add column ${sql.ref(clock)} double precision`)
  await sql`alter table leads ${sql.join(columns)}`.execute(db)
  // `opens` and `length` are seconds of a day. The server writes the row and the clocks of all leads when the setting
  // changes.
  await sql`
    create table working_calendar (
      single boolean primary key default true check (single),
      opens int not null,
      length int not null,
      holidays int[] not null
    );
    create function lead_clock(instant timestamptz, calendar working_calendar)
    returns double precision language sql immutable parallel safe as $$
      select working_clock(
        instant at time zone 'America/Sao_Paulo', calendar.opens, calendar.length, calendar.holidays)
    $$`.execute(db)
  const assignments = INSTANTS.map(([clock, instant]) =>
    sql.raw(`new.${clock} := lead_clock(new.${instant}, calendar);`),
  )
  const [before, after] = ['old', 'new'].map((row) =>
    sql.raw(INSTANTS.map(([, instant]) => `${row}.${instant}`).join(', ')),
  )
  await sql`
    create function set_lead_clocks() returns trigger language plpgsql as $$
    declare calendar working_calendar;
    begin
      select * into calendar from working_calendar;
      ${sql.join(assignments, sql` `)}
      return new;
    end $$;
    create trigger leads_set_clocks_insert before insert on leads
      for each row execute function set_lead_clocks();
    create trigger leads_set_clocks_update before update on leads
      for each row when ((${before}) is distinct from (${after}))
      execute function set_lead_clocks();`.execute(db)
}
