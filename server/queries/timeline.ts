/** Timelines of leads, shaped as `timelineEntrySchema`, the latest entry first. */
import { type RawBuilder, sql } from 'kysely'
import { type TimelineEntry, timelineEntrySchema } from '../../src/contract/timeline.ts'
import type { Reader } from './lead-row.ts'

/** Entries of a lead that a device keeps. */
export const ENTRIES_KEPT = 50
/** A command that arrives later than this after it happened counts as offline. */
const OFFLINE_SECONDS = 60

/** A digest of the device's id. The id itself stays secret: it makes a device known at a sign-in (`knowsDevice`). */
const DEVICE = sql`substr(encode(sha256(convert_to(t.device_id, 'UTF8')), 'hex'), 1, 16)`

/** A JSON array of the latest entries of the lead whose uid is `lead`. */
export const entriesSql = (lead: RawBuilder<unknown>, limit: number): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(row_to_json(e)), '[]')
  from (
    select
      t.id,
      t.command,
      (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = t.user_id) as user,
      ${DEVICE} as device_id,
      t.occurred_at,
      t.received_at,
      t.received_at - t.occurred_at > make_interval(secs => ${OFFLINE_SECONDS}) as offline,
      t.changes
    from timeline t
    where t.lead_uid = ${lead}
    order by t.id desc
    limit ${limit}
  ) e)`

/** Limits the answer. Leads have fewer entries in practice. */
const ENTRIES_SHOWN = 500

export async function readTimeline(db: Reader, leadUid: string): Promise<TimelineEntry[]> {
  const { rows } = await sql<{ entries: unknown }>`
    select ${entriesSql(sql`${leadUid}::uuid`, ENTRIES_SHOWN)} as entries`.execute(db)
  return timelineEntrySchema.array().parse(rows[0]?.entries ?? [])
}
