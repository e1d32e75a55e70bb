/** What the reports compute in the database: docs/rules.md#reports */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Working seconds from a fixed origin to an instant: only differences have a meaning. The rule is that of
  // src/domain/sla/working-time.ts: `opens` and `length` are seconds of a day, `holidays` are ascending day numbers of
  // weekdays.
  await sql`
    create function working_weekdays_before(day int) returns int language sql immutable parallel safe as $$
      select ((day + 3) / 7) * 5 + least((day + 3) % 7, 5)
    $$;
    create function working_days_before(day int, holidays int[]) returns int language sql immutable parallel safe as $$
      select working_weekdays_before(day) - width_bucket(day - 1, holidays)
    $$;
    create function working_clock(local timestamp, opens int, length int, holidays int[])
    returns double precision language sql immutable parallel safe as $$
      select working_days_before(local::date - date '1970-01-01', holidays) * length::double precision
        + (working_days_before(local::date - date '1970-01-01' + 1, holidays)
          - working_days_before(local::date - date '1970-01-01', holidays))
        * least(greatest(extract(epoch from local::time)::double precision - opens, 0), length)
    $$;
  `.execute(db)
}
