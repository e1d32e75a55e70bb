/**
 * The flag of a capture has a limit of its own: docs/rules.md#time. Flags that the bar's limit decided are judged again; what
 * an administrator overrode stays.
 */
import { type Kysely, sql } from 'kysely'
import { RENEWAL_CHANNELS } from '../../../src/domain/lead/channel-rules.ts'
import { settingsFrom } from '../../../src/domain/settings/settings.ts'
import { businessCalendar } from '../../../src/domain/sla/business-calendar.ts'
import { onTimeFlag } from '../../../src/domain/sla/on-time.ts'

const LEADS_A_PAGE = 5000

interface Captured {
  readonly uid: string
  readonly create_lead_date: string
  readonly capture_date: string
  readonly capture_on_time: number
}

export async function up(db: Kysely<unknown>): Promise<void> {
  // An empty database gets it with all others.
  await sql`
    insert into settings (key, value) select 'time_to_capture_on_time', '3' where exists (select from roles)
    on conflict (key) do nothing`.execute(db)
  const { rows } = await sql<{ key: string; value: unknown }>`select key, value from settings`.execute(db)
  const { time_to_capture_on_time: limit, business_hours } = settingsFrom(rows)
  const calendar = businessCalendar(business_hours)
  const isWrong = ({ create_lead_date, capture_date, capture_on_time }: Captured) =>
    onTimeFlag(create_lead_date, capture_date, limit, calendar) !== capture_on_time
  let last: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (last !== undefined) {
    const captured = await judgedAfter(db, last)
    const wrong = captured.filter(isWrong).map(({ uid }) => uid)
    if (wrong.length > 0)
      await sql`update leads set capture_on_time = 1 - capture_on_time where uid = any(${wrong}::uuid[])`.execute(
        db,
      )
    last = captured.at(-1)?.uid
  }
}

/** Who set a flag last stands in the timeline: a capture, or an administrator. */
async function judgedAfter(db: Kysely<unknown>, last: string): Promise<readonly Captured[]> {
  const { rows } = await sql<Captured>`
    select l.uid, l.create_lead_date, l.capture_date, l.capture_on_time from leads l
    where l.uid > ${last}::uuid and l.capture_on_time is not null and l.capture_date is not null
      and l.channel_id <> all (${[...RENEWAL_CHANNELS]}::int[])
      and (select t.command from timeline t
        where t.lead_uid = l.uid and (t.changes ? 'capture_on_time' or t.command = 'lead.capture')
        order by t.id desc limit 1) is distinct from 'lead.setDeadlines'
    order by l.uid limit ${LEADS_A_PAGE}`.execute(db)
  return rows
}
