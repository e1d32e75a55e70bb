/**
 * Writes a transfer of any number of leads in a few statements: what the leads were, the leads themselves, their timelines
 * and the notices. Triggers write versions, tombstones and pokes as for a single lead. docs/rules.md#transfers
 */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { queueAssigned } from '../push/queue.ts'

/** A lead and its next broker; null: it goes back to Origem, unclaimed. */
export interface PlannedLead {
  readonly uid: string
  readonly broker_id: number | null
}

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The columns of `leads l` that a transfer writes, as JSON. */
const written: RawBuilder<unknown> = sql`jsonb_build_object(
  'broker_id', l.broker_id, 'state', l.state, 'status', l.status,
  'capture_date', ${iso('l.capture_date')}, 'capture_on_time', l.capture_on_time)`

export interface TransferHead {
  readonly uid: string
  readonly madeBy: number
  readonly nowMs: number
  readonly leaverId: number | null
}

/** Returns false if there is a transfer of this uid: it is done, or being done. */
export async function beginTransfer(
  tx: Tx,
  { uid, madeBy, nowMs, leaverId }: TransferHead,
): Promise<boolean> {
  const { rows } = await sql`
    insert into lead_transfers (uid, made_by, made_at, leaver_id)
    values (${uid}, ${madeBy}, ${new Date(nowMs).toISOString()}, ${leaverId})
    on conflict (uid) do nothing
    returning uid`.execute(tx)
  return rows.length > 0
}

/** Moves the leads, which this transaction has locked, and tells their brokers. */
export async function moveLeads(tx: Tx, head: Mover, plan: readonly PlannedLead[]): Promise<void> {
  await writeMoves(tx, head, plan)
  await queueAssigned(tx, plan, { byUserId: head.madeBy, nowMs: head.nowMs })
}

type Mover = Pick<TransferHead, 'uid' | 'madeBy' | 'nowMs'>

/** Moves the leads, which this transaction has locked. */
export async function writeMoves(
  tx: Tx,
  { uid, madeBy, nowMs }: Mover,
  plan: readonly PlannedLead[],
): Promise<void> {
  if (plan.length === 0) return
  const planned = sql`json_to_recordset(${JSON.stringify(plan)}::json) as p (uid uuid, broker_id int)`
  await sql`
    insert into lead_transfer_leads (transfer_uid, lead_uid, before)
    select ${uid}, l.uid, ${written}
    from ${planned}
    join leads l on l.uid = p.uid`.execute(tx)
  await sql`
    update leads l
    set broker_id = p.broker_id,
      state = case when p.broker_id is null then 1 else l.state end,
      status = case when p.broker_id is null then 1 else l.status end,
      capture_date = case when p.broker_id is null then null else l.capture_date end,
      capture_on_time = case when p.broker_id is null then null else l.capture_on_time end
    from ${planned}
    where l.uid = p.uid`.execute(tx)
  const uids = plan.map((lead) => lead.uid)
  await enterTimeline(tx, { transferUid: uid, uids, command: 'lead.transfer', userId: madeBy, nowMs })
}

/** Gives the leads back what they were before the transfer. They are locked. */
export async function moveBack(
  tx: Tx,
  { uid, uids, userId, nowMs }: { uid: string; uids: readonly string[]; userId: number; nowMs: number },
): Promise<void> {
  if (uids.length === 0) return
  // The entries compare with the present columns, so they are written first.
  await enterTimeline(tx, { transferUid: uid, uids, command: 'lead.transferUndone', userId, nowMs })
  const { rows } = await sql<{ uid: string; broker_id: number | null }>`
    update leads l
    set broker_id = b.broker_id, state = b.state, status = b.status, capture_date = b.capture_date,
      capture_on_time = b.capture_on_time
    from lead_transfer_leads t
    cross join lateral jsonb_to_record(t.before) as b (
      broker_id int, state smallint, status smallint, capture_date timestamptz, capture_on_time smallint)
    where t.transfer_uid = ${uid}
      and t.lead_uid = l.uid
      and l.uid = any(${[...uids]}::uuid[])
    returning l.uid, l.broker_id`.execute(tx)
  await queueAssigned(tx, rows, { byUserId: userId, nowMs })
}

interface Entries {
  readonly transferUid: string
  readonly uids: readonly string[]
  readonly command: 'lead.transfer' | 'lead.transferUndone'
  readonly userId: number
  readonly nowMs: number
}

/** One entry a lead with each field that differs, as `writeTimeline` writes them. */
async function enterTimeline(tx: Tx, { transferUid, uids, command, userId, nowMs }: Entries): Promise<void> {
  const at = new Date(nowMs).toISOString()
  const [was, is] = command === 'lead.transfer' ? ['before', 'present'] : ['present', 'before']
  await sql`
    insert into timeline (lead_uid, user_id, device_id, command, changes, occurred_at, received_at)
    select s.uid, ${userId}::int, null, ${command}, c.changes, ${at}::timestamptz, ${at}::timestamptz
    from (
      select l.uid, t.before, ${written} as present
      from lead_transfer_leads t
      join leads l on l.uid = t.lead_uid
      where t.transfer_uid = ${transferUid} and l.uid = any(${[...uids]}::uuid[])) s
    cross join lateral (
      select jsonb_object_agg(
          o.key, jsonb_build_object('before', ${sql.ref(`s.${was}`)} -> o.key, 'after', ${sql.ref(`s.${is}`)} -> o.key)) as changes
      from jsonb_object_keys(s.present) as o (key)
      where (s.before -> o.key) is distinct from (s.present -> o.key)) c
    where c.changes is not null
    order by s.uid`.execute(tx)
}
