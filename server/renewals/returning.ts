/**
 * Brings leads back that were lost to another broker, before the insurance there ends. Each is one transaction under the
 * locks of commands, so that it never overlaps a recovery, a new lead or an erasure of the same client; the key of
 * `returned_leads` makes it once among servers. docs/rules.md#returning
 */
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Client } from '../../src/domain/client/client.ts'
import { CHANNEL } from '../../src/domain/lead/channel-rules.ts'
import { newLead } from '../../src/domain/lead/creation.ts'
import { CLOSED_WITH_COMPETITOR } from '../../src/domain/lead/finish-checks.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import {
  dueReturn,
  keptBesides,
  returnDay,
  returnedLeadFields,
  returningEnds,
} from '../../src/domain/renewals/returning.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import { addDays, saoPauloDay, startOfDayMs } from '../../src/domain/time/sao-paulo.ts'
import { keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import { touchLead, writeLead } from '../commands/lead/write-lead.ts'
import { writeTimeline } from '../commands/lead/write-timeline.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { isTransient } from '../db/transient.ts'
import { erasureOf } from '../queries/erasures.ts'
import { type Reader, readClient, readLead } from '../queries/lead-row.ts'
import { readSettings } from '../queries/settings.ts'

type ReturnContext = Pick<AppContext, 'store' | 'now'>

const EVERY_MS = 60_000

/** An administrator may have removed the channel or switched it off. */
async function hasChannel(db: Reader): Promise<boolean> {
  const channel = db.selectFrom('channels').select('id').where('id', '=', CHANNEL.lostRenewal)
  return (await channel.where('active', '=', true).executeTakeFirst()) !== undefined
}

/** A lost lead, and the end of the insurance elsewhere for which it is to be back. */
interface Due {
  readonly uid: string
  readonly end: string
}

/**
 * Returns the leads that may come back. The others belong to erased clients, or of clients who are being asked, were
 * asked, or have bought meanwhile, so that a second lead is not wanted.
 */
async function free(db: Reader, due: readonly Due[], settings: Settings): Promise<Due[]> {
  if (due.length === 0) return []
  const since = due.map(({ uid, end }) => ({
    uid,
    since: new Date(startOfDayMs(returnDay(end, settings))).toISOString(),
  }))
  const { rows } = await sql<{ uid: string }>`
    select l.uid
    from json_to_recordset(${JSON.stringify(since)}::json) as d(uid uuid, since timestamptz)
    join leads l on l.uid = d.uid
    where not exists (select 1 from client_erasures e where ${erasureOf(sql.ref('l.client_uid'))})
      and not exists (
        select 1
        from leads o
        where o.client_uid = l.client_uid
          and o.uid <> l.uid
          and o.insurance_id is not distinct from l.insurance_id
          and not o.cancelled
          and (
            o.state <> 3
            or (o.end_lead_date > l.end_lead_date and (o.sold = 1 or o.end_lead_date >= d.since))))`.execute(
    db,
  )
  const found = new Set(rows.map(({ uid }) => uid))
  return due.filter(({ uid }) => found.has(uid))
}

/**
 * The leads that are to be back, are not and may be: each one costs locks, and what holds a lead back may last for weeks.
 * A date that had passed at the loss counts for the year after it.
 */
async function dueLeads(db: Reader, settings: Settings, today: string): Promise<Due[]> {
  const ends = returningEnds(settings, today)
  if (ends === null) return []
  const aYearAgo = addDays(ends.from, -367)
  const { rows } = await sql<LostRow>`
    select l.uid, l.state, l.sold, l.lost_sale, l.cancelled, l.date_fail, l.endorsement_date, l.end_lead_date,
      array(select r.ends_on::text from returned_leads r where r.lost_uid = l.uid) as returned
    from leads l
    where l.state = 3
      and l.sold = 0
      and l.lost_sale = ${sql.lit(CLOSED_WITH_COMPETITOR)}
      and l.endorsement_date is not null
      and not l.cancelled
      and (
        l.endorsement_date between ${ends.from}::date and ${ends.until}::date
        or (l.endorsement_date < ${ends.until}::date and l.end_lead_date >= ${aYearAgo}::date))
    order by l.endorsement_date, l.id`.execute(db)
  const due = rows.flatMap(({ returned, ...lead }) => {
    const end = dueReturn(lead, settings, today)
    return end === null || returned.includes(end) ? [] : [{ uid: lead.uid, end }]
  })
  return free(db, due, settings)
}

type LostRow = Pick<Lead, 'uid' | 'state' | 'sold' | 'lost_sale' | 'cancelled' | 'date_fail'> &
  Pick<Lead, 'endorsement_date' | 'end_lead_date'> & { readonly returned: readonly string[] }

interface Returning {
  readonly lost: Lead
  readonly client: Client
  readonly end: string
  readonly settings: Settings
  readonly nowMs: number
}

async function makeLead(tx: Tx, { lost, client, end, settings, nowMs }: Returning): Promise<void> {
  const occurredAt = new Date(nowMs).toISOString()
  const lead: Lead = {
    ...newLead({
      uid: uuidv7(),
      fields: returnedLeadFields(lost, end, occurredAt),
      client,
      occurredAt,
      settings,
    }),
    ...keptBesides(lost),
    old_competitor_broker: lost.competitor_broker,
  }
  await writeLead({ tx, before: null, after: lead, userId: null, occurredAt, nowMs })
  await tx
    .insertInto('returned_leads')
    .values({ lost_uid: lost.uid, ends_on: end, lead_uid: lead.uid, made_at: occurredAt })
    .execute()
  // A dealership that knows the client only as it typed it learns no more by this lead: docs/rules.md#scope-of-clients
  await sql`
    update leads n
    set client_as_referred = o.client_as_referred, created_by = o.created_by
    from leads o
    where n.uid = ${lead.uid}
      and o.uid = ${lost.uid}
      and o.client_as_referred is not null`.execute(tx)
  const { id } = await tx
    .selectFrom('leads')
    .select('id')
    .where('uid', '=', lead.uid)
    .executeTakeFirstOrThrow()
  const entry = { tx, userId: null, deviceId: null, occurredAt, receivedAt: occurredAt }
  await writeTimeline({
    ...entry,
    before: { lead: null, client },
    after: { lead, client },
    further: { returned_from: { before: null, after: lost.id } },
    command: 'lead.return',
  })
  await writeTimeline({
    ...entry,
    before: { lead: lost, client: null },
    after: { lead: lost, client: null },
    further: { returned_as: { before: null, after: id } },
    command: 'lead.returned',
  })
  // Devices read the new entry with another version.
  await touchLead(tx, lost.uid)
}

/** Returns whether the lead came back. What held when it was found is judged again under its locks. */
function bringBack({ store: { db }, now }: ReturnContext, uid: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const lost = await readLead(tx, uid, { lock: true })
    if (lost === null) return false
    const client = await readClient(tx, lost.client_uid, { lock: true })
    const settings = await readSettings(tx)
    const end = dueReturn(lost, settings, saoPauloDay(now()))
    if (client === null || end === null || !(await hasChannel(tx))) return false
    const returned = tx.selectFrom('returned_leads').select('lost_uid').where('lost_uid', '=', uid)
    if ((await returned.where('ends_on', '=', end).executeTakeFirst()) !== undefined) return false
    if ((await free(tx, [{ uid, end }], settings)).length === 0) return false
    await makeLead(tx, { lost, client, end, settings, nowMs: now() })
    return true
  })
}

/**
 * Brings back all leads that are due, and returns how many. A failure is passed to `warn` and does not stop the others.
 * The next round tries the lead again.
 */
export async function returnDue(
  context: ReturnContext,
  warn: (error: unknown) => void,
  stop: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { db } = context.store
  const settings = await readSettings(db)
  if (!(await hasChannel(db))) return 0
  let count = 0
  for (const { uid } of await dueLeads(db, settings, saoPauloDay(context.now()))) {
    if (stop.aborted) break
    try {
      if (await bringBack(context, uid)) count++
    } catch (error) {
      if (!isTransient(error)) warn(error)
    }
  }
  return count
}

/** Looks now and every minute. Returns a function that stops after the running lead. */
export function keepReturning(context: ReturnContext, watch: LoopWatch): () => Promise<void> {
  return keepLooking(EVERY_MS, (stop) => returnDue(context, watch.warn, stop), watch)
}
