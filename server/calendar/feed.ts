/** What an address answers: the events of the user's own open leads, and the returns for which it is a substitute. docs/rules.md#calendar */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { CalendarChoices } from '../../src/domain/calendar/choices.ts'
import {
  type CalendarEvent,
  calendarEvents,
  DAYS_AHEAD,
  DAYS_BACK,
  isInWindow,
} from '../../src/domain/calendar/events.ts'
import { calendarText, type WrittenEvent } from '../../src/domain/calendar/file.ts'
import { scopeOf } from '../../src/domain/lead/access.ts'
import { leadSchema } from '../../src/domain/lead/lead.ts'
import { may } from '../../src/domain/permissions/actions.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { businessCalendar } from '../../src/domain/sla/business-calendar.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { secretHash } from '../base/same-secret.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { erasureOf } from '../queries/erasures.ts'
import { leadColumns } from '../queries/lead-row.ts'
import { inScopeSql } from '../queries/scope.ts'
import { leadsWithClients } from '../queries/seen-clients.ts'
import { sessionUser } from '../queries/session-user.ts'
import { readSettings } from '../queries/settings.ts'
import { type Told, tell } from './entries.ts'
import { CHOICE_COLUMNS } from './feeds.ts'

/** Beyond it a file takes a calendar seconds. The nearest ones are told. */
const MOST_EVENTS = 5000

type FeedContext = Pick<AppContext, 'store' | 'now'>

interface Feed extends CalendarChoices {
  readonly id: string
  readonly key: string
  readonly user: SessionUser
}

/** Returns the address with this secret, if its user is active and its role has a calendar; else null, without the reason. */
export async function feedOfKey({ store: { db } }: FeedContext, key: string): Promise<Feed | null> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select(['id', 'user_id', ...CHOICE_COLUMNS])
    .where('key_hash', '=', secretHash(key))
    .executeTakeFirst()
  if (row === undefined) return null
  const { user_id, ...feed } = row
  const user = await sessionUser(db, user_id)
  return user === null || !may('calendar.use', roleOf(user)) ? null : { ...feed, key, user }
}

const rowsSchema = z.array(
  z.object({
    lead: leadSchema.pick({
      uid: true,
      id: true,
      client_name: true,
      state: true,
      status: true,
      channel_id: true,
      create_lead_date: true,
      lead_scheduling: true,
      old_end_of_validity: true,
      broker_id: true,
    }),
  }),
)

/** The leads that can have one of the chosen events. A limit is computed, so any open lead may have one. */
function mayHaveOne({ schedules, deadlines, renewals }: CalendarChoices): RawBuilder<boolean> {
  if (deadlines) return sql<boolean>`true`
  return sql<boolean>`(
    ${schedules} and l.scheduling_status = 0
    or ${renewals} and l.old_end_of_validity is not null)`
}

/** The leaves that change whose returns are told, by broker: the user's own, if it has a substitute, and those of others for whom the user acts. */
async function leavesOf(tx: Tx, userId: number) {
  const rows = await tx
    .selectFrom('absences')
    .select(['user_id', 'from_day', 'to_day'])
    .where('state', '=', 'running')
    .where('substitute_id', 'is not', null)
    .where((where) => where.or([where('user_id', '=', userId), where('substitute_id', '=', userId)]))
    .execute()
  return new Map(
    rows.map(({ user_id, ...absence }) => [user_id, { absence, isOwn: user_id === userId }] as const),
  )
}

async function eventsOf(tx: Tx, feed: Feed, nowMs: number): Promise<CalendarEvent[]> {
  const settings = await readSettings(tx)
  const calendar = businessCalendar(settings.business_hours)
  const scope = scopeOf(feed.user)
  const leaves = await leavesOf(tx, feed.user.id)
  const brokers = [...new Set([feed.user.id, ...leaves.keys()])]
  const { rows } = await sql<unknown>`
    select row_to_json(r) as lead
    from (
      select ${leadColumns(scope)}
      from ${leadsWithClients(scope)}
      where l.broker_id = any(${brokers}::int[])
        and l.state <> 3
        and not l.cancelled
        and ${inScopeSql(scope, settings, nowMs)}
        and not exists (select 1 from client_erasures e where ${erasureOf(sql<string>`l.client_uid`)})
        and ${mayHaveOne(feed)}
    ) r`.execute(tx)
  const distance = ({ time }: CalendarEvent) =>
    Math.abs((time.kind === 'day' ? Date.parse(time.day) : time.startMs) - nowMs)
  const events = rowsSchema
    .parse(rows)
    .flatMap(({ lead }) =>
      calendarEvents(lead, feed, { settings, calendar, leave: leaves.get(lead.broker_id ?? 0) ?? null }),
    )
    .filter(({ time }) => isInWindow(time, nowMs))
  if (events.length <= MOST_EVENTS) return events
  return events.toSorted((one, other) => distance(one) - distance(other)).slice(0, MOST_EVENTS)
}

const written =
  (origin: string) =>
  ({ uid, time, changedMs, event }: Told): WrittenEvent => ({
    uid,
    time,
    changedMs,
    shown:
      event === null ? null : { title: event.title, link: `${origin}${event.path}`, isBusy: event.isBusy },
  })

export interface Answered {
  readonly text: string
  /** The same text has the same one. */
  readonly etag: string
}

/** Returns the file, or null where the address ended meanwhile. Notes the use, at most once a minute. */
export async function readFeed(
  { store: { db }, now }: FeedContext,
  feed: Feed,
  origin: string,
): Promise<Answered | null> {
  const nowMs = now()
  const told = await db.transaction().execute(async (tx) => {
    // Two calendars at once read the same changes.
    const row = await tx
      .selectFrom('calendar_feeds')
      .select('last_used_at')
      .where('id', '=', feed.id)
      .where('key_hash', '=', secretHash(feed.key))
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return null
    await tx
      .updateTable('calendar_feeds')
      .set({ last_used_at: sql`now()` })
      .where('id', '=', feed.id)
      .where(sql<boolean>`coalesce(last_used_at, 'epoch') < now() - interval '1 minute'`)
      .execute()
    return tell(tx, feed, await eventsOf(tx, feed, nowMs), nowMs)
  })
  if (told === null) return null
  const text = calendarText(told.map(written(origin)), {
    alarm: feed.alarm,
    fromMs: nowMs - DAYS_BACK * DAY_MS,
    untilMs: nowMs + DAYS_AHEAD * DAY_MS,
    isFeed: true,
  })
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}
