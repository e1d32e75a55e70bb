/**
 * Moves what a departure has planned, in short transactions: colleagues' changes of these leads do not wait, and devices
 * pull meanwhile (docs/sync-protocol.md). What a killed server has left is moved by the next look. docs/rules.md#departures
 */
import { type Kysely, sql } from 'kysely'
import { batchPace } from '../base/batch-pace.ts'
import { keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Database, Tx } from '../db/database.ts'
import { MANY_TRIES, triedAgain } from '../db/transient.ts'
import { queueAssigned } from '../push/queue.ts'
import { assignableBrokersSql } from '../queries/assignable-broker.ts'
import { type PlannedLead, writeMoves } from './write-transfer.ts'

/** In the transaction that makes the departure. */
export async function planMoves(tx: Tx, transferUid: string, moves: readonly PlannedLead[]): Promise<void> {
  await sql`
    insert into planned_moves (transfer_uid, lead_uid, broker_id)
    select ${transferUid}, p.uid, p.broker_id
    from json_to_recordset(${JSON.stringify(moves)}::json) as p (uid uuid, broker_id int)`.execute(tx)
}

interface Unfinished {
  readonly uid: string
  readonly made_by: number
  readonly leaver_id: number
}

/** The oldest departure that has leads to move and that no other process is moving; undefined: there is none. */
async function nextUnfinished(tx: Tx): Promise<Unfinished | undefined> {
  const { rows } = await sql<Unfinished>`
    select t.uid, t.made_by, t.leaver_id
    from lead_transfers t
    where exists (select 1 from planned_moves p where p.transfer_uid = t.uid)
    order by t.made_at, t.uid
    limit 1
    for update of t skip locked`.execute(tx)
  return rows[0]
}

/**
 * Moves up to `count` leads of one departure. Those that somebody else has moved, finished or cancelled since stay as they
 * are. Returns false when nothing is left to do here.
 */
export function moveNext(db: Kysely<Database>, count: number, nowMs: number): Promise<boolean> {
  return triedAgain(MANY_TRIES, () =>
    db.transaction().execute(async (tx) => {
      const transfer = await nextUnfinished(tx)
      if (transfer === undefined) return false
      const { uid, made_by: madeBy, leaver_id: leaverId } = transfer
      const { rows: planned } = await sql<PlannedLead>`
        delete from planned_moves p
        where p.transfer_uid = ${uid}
          and p.lead_uid in (
            select lead_uid from planned_moves where transfer_uid = ${uid} order by lead_uid limit ${count})
        returning p.lead_uid as uid, p.broker_id`.execute(tx)
      // In the order of their uids, as commands on many leads lock them.
      const { rows: open } = await sql<{ uid: string }>`
        select l.uid
        from leads l
        where l.uid = any(${planned.map((move) => move.uid)}::uuid[])
          and l.broker_id = ${leaverId}
          and l.state in (1, 2)
          and not l.cancelled
        order by l.uid
        for update`.execute(tx)
      const uids = new Set(open.map((lead) => lead.uid))
      const still = planned.filter((move) => uids.has(move.uid))
      const { moves, unclaimed } = await withPresentBrokers(tx, still)
      await writeMoves(tx, { uid, madeBy, nowMs }, moves)
      if (moves.length < planned.length || unclaimed > 0)
        await sql`
          update lead_transfers
          set moved = moved - ${planned.length - moves.length}, unclaimed = unclaimed + ${unclaimed}
          where uid = ${uid}`.execute(tx)
      if (planned.length < count || !(await hasMore(tx, uid))) await tell(tx, { uid, madeBy, nowMs })
      return true
    }),
  )
}

/**
 * Who was to get leads may have left since the plan: these leads go to Origem. Who still may be given some, may until the end of
 * this transaction.
 */
async function withPresentBrokers(
  tx: Tx,
  planned: readonly PlannedLead[],
): Promise<{ readonly moves: readonly PlannedLead[]; readonly unclaimed: number }> {
  const ids = [...new Set(planned.flatMap(({ broker_id }) => broker_id ?? []))]
  await sql`select id from users where id = any(${ids}::int[]) order by id for key share`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
    where u.id = any(${ids}::int[])
      and u.id in ${assignableBrokersSql({ by: 'hand', absentToo: true })}`.execute(tx)
  const fit = new Set(rows.map(({ id }) => id))
  const isGone = ({ broker_id }: PlannedLead) => broker_id !== null && !fit.has(broker_id)
  return {
    moves: planned.map((move) => (isGone(move) ? { ...move, broker_id: null } : move)),
    unclaimed: planned.filter(isGone).length,
  }
}

const hasMore = async (tx: Tx, uid: string): Promise<boolean> =>
  (await tx
    .selectFrom('planned_moves')
    .select('lead_uid')
    .where('transfer_uid', '=', uid)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** One notice for each broker, whatever the number of batches. */
async function tell(
  tx: Tx,
  { uid, madeBy, nowMs }: { readonly uid: string; readonly madeBy: number; readonly nowMs: number },
): Promise<void> {
  const { rows } = await sql<PlannedLead>`
    select l.uid, l.broker_id
    from lead_transfer_leads t
    join leads l on l.uid = t.lead_uid and l.version = t.written_by
    where t.transfer_uid = ${uid}`.execute(tx)
  await queueAssigned(tx, rows, { byUserId: madeBy, nowMs })
}

const NEVER = new AbortController().signal

/** Moves all that is planned. */
export async function moveAll(
  { store: { db }, now }: Pick<AppContext, 'store' | 'now'>,
  stop: AbortSignal = NEVER,
): Promise<void> {
  const pace = batchPace({ first: 50, least: 10, most: 500, targetMs: 150 })
  while (!stop.aborted) {
    const begun = performance.now()
    if (!(await moveNext(db, pace.rows(), now()))) return
    pace.took(performance.now() - begun)
  }
}

const EVERY_MS = 5000

/** Looks every five seconds. Returns a function that stops it after the running batch. */
export const keepMoving = (
  context: Pick<AppContext, 'store' | 'now'>,
  watch: LoopWatch,
): (() => Promise<void>) => keepLooking(EVERY_MS, (stop) => moveAll(context, stop), watch)
