/** The rows of the feed: how they are read, once for all devices. docs/sync-protocol.md#feed */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Scope } from '../../src/domain/lead/access.ts'
import { leadSchema } from '../../src/domain/lead/lead.ts'
import type { Database } from '../db/database.ts'
import { clientColumns, leadColumns } from '../queries/lead-row.ts'
import { ENTRIES_KEPT, entriesSql } from '../queries/timeline.ts'
import { type Moment, momentFrom, momentSql } from './moment.ts'

const { state, channel_id, broker_id, partner_id, inviter_id, cancelled } = leadSchema.shape
const { sold, lost_sale, end_lead_date, obligations } = leadSchema.shape
const scopeColumns = { state, channel_id, broker_id, partner_id, inviter_id, cancelled }
/** `key` is the lead's uid. */
const place = { key: z.string(), version: z.number().int() }

const leadHeadSchema = z.object({
  ...place,
  ...scopeColumns,
  sold,
  lost_sale,
  end_lead_date,
  obligations,
  client_uid: z.string(),
})
const tombstoneSchema = z.object({
  ...place,
  ...scopeColumns,
  /** Of the lead before it. null: written by an earlier version. */
  client_uid: z.string().nullable(),
  /** The leads that name the client. null: too many. */
  naming: z.array(leadHeadSchema).nullable(),
})

/** A lead as staff sees it, as JSON texts of a page. */
export type LeadHead = z.infer<typeof leadHeadSchema>
export interface FeedLead extends LeadHead {
  readonly lead: string
  readonly client: string
  readonly timeline: string
}
export type FeedTombstone = z.infer<typeof tombstoneSchema>

export interface FeedRows {
  readonly leads: FeedLead[]
  readonly tombstones: FeedTombstone[]
}

const STAFF: Scope = { kind: 'all' }
const HEAD = sql`
  'version', r.version::text::bigint,
  'state', r.state,
  'channel_id', r.channel_id,
  'broker_id', r.broker_id,
  'partner_id', r.partner_id,
  'inviter_id', r.inviter_id,
  'cancelled', r.cancelled`

const LEAD_HEAD = sql`json_build_object('key', r.uid, ${HEAD}, 'sold', r.sold, 'lost_sale', r.lost_sale,
  'end_lead_date', r.end_lead_date, 'obligations', r.obligations, 'client_uid', r.client_uid)`

/** A client with more leads than this is left to the database. */
const MOST_NAMING = 20

/** `rows`: those of `leads` to read. */
const leadsSql = (rows: RawBuilder<unknown>) => sql`
  select
    'lead' as kind,
    (select ${LEAD_HEAD}::text from (select l.*) r) as head,
    row_to_json(p)::text as lead,
    row_to_json(k)::text as client,
    json_build_object('lead_uid', l.uid, 'entries', ${entriesSql(sql`l.uid`, ENTRIES_KEPT)})::text as timeline
  from (${rows}) l
  join clients c on c.uid = l.client_uid
  cross join lateral (select ${leadColumns(STAFF)}) p
  cross join lateral (select ${clientColumns}) k`

const tombstonesSql = (rows: RawBuilder<unknown>) => sql`
  select 'tombstone' as kind,
    json_build_object('key', r.lead_uid, ${HEAD}, 'client_uid', r.client_uid, 'naming', named.leads)::text as head,
    null as lead, null as client, null as timeline
  from (${rows}) r
  cross join lateral (
    select case when count(*) <= ${MOST_NAMING} then coalesce(json_agg(n.head), '[]') end as leads
    from (
      select (select ${LEAD_HEAD} from (select o.*) r) as head
      from leads o
      where o.client_uid = r.client_uid
      limit ${MOST_NAMING + 1}
    ) n
  ) named`

interface Read {
  readonly kind: 'moment' | 'lead' | 'tombstone'
  readonly head: string
  readonly lead: string | null
  readonly client: string | null
  readonly timeline: string | null
}

function rowsOf(read: readonly Read[]): FeedRows {
  const leads: FeedLead[] = []
  const tombstones: FeedTombstone[] = []
  for (const { kind, head, lead, client, timeline } of read) {
    if (kind === 'tombstone') tombstones.push(tombstoneSchema.parse(JSON.parse(head)))
    if (kind === 'lead' && lead !== null && client !== null && timeline !== null)
      leads.push({ ...leadHeadSchema.parse(JSON.parse(head)), lead, client, timeline })
  }
  return { leads, tombstones }
}

/** Of any table of changes. Its end is one that no version reaches: an open range would be planned for a third of the table. */
const NO_VERSION = '9223372036854775807'
const newSince = ({ snapshot, horizon }: Moment) => sql`
  version >= ${String(horizon)}::xid8
  and version < ${NO_VERSION}::xid8
  and not pg_visible_in_snapshot(version, ${snapshot}::pg_snapshot)`

/** More changes at once are not worth their time in memory. */
const MOST_AT_ONCE = 2000

/**
 * Returns a moment and what it shows of leads that `before` did not: each change is read once, also while the horizon is
 * held. `rows` is null for too many. Throws when the database has no epoch.
 */
export async function readChanges(
  db: Kysely<Database>,
  tokenHashes: readonly string[],
  { before, number }: { readonly before: Moment; readonly number: number },
): Promise<{ readonly moment: Moment; readonly rows: FeedRows | null }> {
  const { rows } = await sql<Read>`
    select 'moment' as kind, m.head::text as head, null as lead, null as client, null as timeline
    from (${momentSql(tokenHashes)}) m
    union all
    ${leadsSql(sql`select * from leads where ${newSince(before)} limit ${MOST_AT_ONCE + 1}`)}
    union all
    ${tombstonesSql(
      sql`select * from tombstones where kind = 'lead' and ${newSince(before)} limit ${MOST_AT_ONCE + 1}`,
    )}`.execute(db)
  const head = rows.find(({ kind }) => kind === 'moment')
  if (head === undefined) throw new Error('sync_epoch has no row')
  const moment = momentFrom(JSON.parse(head.head), number)
  const read = rowsOf(rows)
  const isTooMuch = Math.max(read.leads.length, read.tombstones.length) > MOST_AT_ONCE
  return { moment, rows: isTooMuch ? null : read }
}

/** Returns the newest changes below `floor`, and the version from which on they are complete. */
export async function readNewest(
  db: Kysely<Database>,
  floor: number,
  most: number,
): Promise<FeedRows & { readonly floor: number }> {
  const newest = sql`version < ${String(floor)}::xid8 order by version desc limit ${most}`
  const { rows } = await sql<Read>`
    ${leadsSql(sql`select * from leads where ${newest}`)}
    union all
    ${tombstonesSql(sql`(select * from tombstones where kind = 'lead' and ${newest})`)}`.execute(db)
  const read = rowsOf(rows)
  const completeFrom = (list: readonly { readonly version: number }[]) =>
    list.length < most ? 0 : Math.min(...list.map(({ version }) => version)) + 1
  return { ...read, floor: Math.max(completeFrom(read.leads), completeFrom(read.tombstones)) }
}
