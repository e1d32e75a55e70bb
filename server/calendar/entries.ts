/** What an address told before, and since when: a calendar hears of each change, and of what is off. docs/rules.md#calendar */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { type CalendarEvent, type EventTime, isInWindow } from '../../src/domain/calendar/events.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Tx } from '../db/database.ts'

/** An event that is off is told for so long. */
const OFF_DAYS = 30

export interface Told {
  readonly uid: string
  readonly time: EventTime
  /** Epoch ms. */
  readonly changedMs: number
  /** null: it is off. */
  readonly event: CalendarEvent | null
}

interface Address {
  readonly id: string
  /** The secret, which the database does not have: a digest tells it nothing of a name. */
  readonly key: string
  /** An alarm is a part of each event. */
  readonly alarm: number | null
}

/** An instant or a day, in one text. */
const startOf = (time: EventTime): string =>
  time.kind === 'day' ? time.day : new Date(time.startMs).toISOString()

const daySchema = z.iso.date()

function timeFrom(starts: string): EventTime {
  if (daySchema.safeParse(starts).success) return { kind: 'day', day: starts }
  const startMs = Date.parse(starts)
  // How long it was is kept nowhere. Calendars take no event of no length.
  return { kind: 'moment', startMs, endMs: startMs + 60_000 }
}

const digestOf = ({ title, time, isBusy }: CalendarEvent, { key, alarm }: Address): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([title, time, isBusy, alarm]))
    .digest('base64url')

const rowsOf = (tx: Tx, feedId: string) =>
  tx
    .selectFrom('calendar_entries')
    .select(['uid', 'digest', 'starts', 'changed_at'])
    .where('feed_id', '=', feedId)
    .execute()
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

interface Written {
  readonly uid: string
  readonly digest: string | null
  readonly starts: string
}

async function write(tx: Tx, feedId: string, rows: readonly Written[], nowMs: number): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into calendar_entries (feed_id, uid, digest, starts, changed_at)
    select ${feedId}::uuid, r.uid, r.digest, r.starts, ${new Date(nowMs).toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (uid text, digest text, starts text)
    on conflict (feed_id, uid) do update set
      digest = excluded.digest, starts = excluded.starts, changed_at = excluded.changed_at`.execute(tx)
}

/** Whether there is nothing more to say of an event that is no more. */
function isForgotten({ digest, starts, changed_at }: Row, nowMs: number): boolean {
  if (digest === null) return Date.parse(changed_at) < nowMs - OFF_DAYS * DAY_MS
  // It is only too long ago.
  return !isInWindow(timeFrom(starts), nowMs)
}

/** Returns what the address tells now, in the order of the uids. The caller holds the address's row. */
export async function tell(
  tx: Tx,
  address: Address,
  events: readonly CalendarEvent[],
  nowMs: number,
): Promise<Told[]> {
  const known = new Map((await rowsOf(tx, address.id)).map((row) => [row.uid, row]))
  const present = events.map((event) => ({ event, digest: digestOf(event, address) }))
  const changed = present.filter(({ event, digest }) => known.get(event.uid)?.digest !== digest)
  const isChanged = new Set(changed.map(({ event }) => event.uid))
  const uids = new Set(events.map(({ uid }) => uid))
  const gone = [...known.values()].filter(({ uid }) => !uids.has(uid))
  const forgotten = gone.filter((row) => isForgotten(row, nowMs))
  const off = gone.filter((row) => !isForgotten(row, nowMs))
  const newlyOff = off.filter(({ digest }) => digest !== null)
  await write(
    tx,
    address.id,
    [
      ...changed.map(({ event, digest }) => ({ uid: event.uid, digest, starts: startOf(event.time) })),
      ...newlyOff.map(({ uid, starts }) => ({ uid, digest: null, starts })),
    ],
    nowMs,
  )
  if (forgotten.length > 0)
    await tx
      .deleteFrom('calendar_entries')
      .where('feed_id', '=', address.id)
      .where(
        'uid',
        'in',
        forgotten.map(({ uid }) => uid),
      )
      .execute()
  const sinceMs = (uid: string) => {
    const row = known.get(uid)
    return row === undefined || isChanged.has(uid) ? nowMs : Date.parse(row.changed_at)
  }
  return [
    ...events.map((event) => ({ uid: event.uid, time: event.time, changedMs: sinceMs(event.uid), event })),
    ...off.map(({ uid, digest, starts, changed_at }) => ({
      uid,
      time: timeFrom(starts),
      changedMs: digest === null ? Date.parse(changed_at) : nowMs,
      event: null,
    })),
  ].toSorted((one, other) => (one.uid < other.uid ? -1 : 1))
}
