/**
 * The flag of a capture gets a limit of its own: docs/rules.md#on-time-flags. Flags that used the bar's limit are
 * computed again. Flags that an administrator set stay.
 *
 * This file copies the rules of its time (channels, settings with defaults, meaning of the flag), so that later rules
 * do not change the migration. Only the arithmetic of working time is shared.
 */
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { businessCalendar } from '../../../src/domain/sla/business-calendar.ts'
import { workingMsBetween } from '../../../src/domain/sla/working-time.ts'

const LEADS_A_PAGE = 5000
const RENEWALS = [27, 28]
const HOUR_MS = 3_600_000

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** A missing or malformed setting gets its default. */
const settingsSchema = z.object({
  time_to_capture_on_time: z.number().positive().catch(3),
  business_hours: z
    .object({ start: timeOfDay, end: timeOfDay, holidays: z.array(z.string()) })
    .refine((hours) => hours.start < hours.end)
    .catch({ start: '08:30', end: '18:00', holidays: [] }),
})

interface Captured {
  readonly uid: string
  readonly create_lead_date: string
  readonly capture_date: string
  readonly capture_on_time: number
}

export async function up(db: Kysely<unknown>): Promise<void> {
  // An empty database gets this setting with the reference data.
  await sql`
    insert into settings (key, value)
    select 'time_to_capture_on_time', '3'
    where exists (select from roles)
    on conflict (key) do nothing`.execute(db)
  const { rows } = await sql<{ key: string; value: unknown }>`
    select key, value
    from settings
    where key in ('time_to_capture_on_time', 'business_hours')`.execute(db)
  const given = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  const { time_to_capture_on_time: limit, business_hours } = settingsSchema.parse(given)
  const calendar = businessCalendar(business_hours)
  const isOnTime = ({ create_lead_date, capture_date }: Captured) =>
    workingMsBetween(Date.parse(create_lead_date), Date.parse(capture_date), calendar) < limit * HOUR_MS
  const isWrong = (lead: Captured) => lead.capture_on_time !== (isOnTime(lead) ? 1 : 0)
  let last: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (last !== undefined) {
    const captured = await judgedAfter(db, last)
    const wrong = captured.filter(isWrong).map(({ uid }) => uid)
    if (wrong.length > 0)
      await sql`
        update leads
        set capture_on_time = 1 - capture_on_time
        where uid = any(${wrong}::uuid[])`.execute(db)
    last = captured.at(-1)?.uid
  }
}

/** Returns a page of captured leads whose flag was set last by a capture, which the timeline shows. */
async function judgedAfter(db: Kysely<unknown>, last: string): Promise<readonly Captured[]> {
  const { rows } = await sql<Captured>`
    select l.uid, l.create_lead_date, l.capture_date, l.capture_on_time
    from leads l
    where l.uid > ${last}::uuid
      and l.capture_on_time is not null
      and l.capture_date is not null
      and l.channel_id <> all (${RENEWALS}::int[])
      and (
        select t.command
        from timeline t
        where t.lead_uid = l.uid
          and (t.changes ? 'capture_on_time' or t.command = 'lead.capture')
        order by t.id desc
        limit 1
      ) is distinct from 'lead.setDeadlines'
    order by l.uid
    limit ${LEADS_A_PAGE}`.execute(db)
  return rows
}
