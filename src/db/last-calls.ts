/**
 * The last call of each lead from this device, until the caller reports its result, undoes it, or calls again:
 * docs/rules.md#calls. It is stored because the system may end the app during a call.
 */
import { z } from 'zod'
import { callResultOf } from '../domain/lead/calls.ts'
import { saoPauloDay } from '../domain/time/sao-paulo.ts'
import { readMeta } from './mirror/meta.ts'
import { timelinesOf } from './mirror/timelines.ts'
import { queueOf } from './outbox/lead-queue.ts'
import { discardCommand } from './outbox/resolve-outbox.ts'
import type { MirrorDb } from './schema/mirror.ts'
import { type LastCall, lastCallSchema } from './session/last-call.ts'

export type { LastCall }

const NAME = 'lastCalls'
/** The number of calls that are kept, newest first. */
const KEPT = 100

async function kept(db: MirrorDb): Promise<LastCall[]> {
  return lastCallSchema.array().safeParse(await readMeta(db, NAME)).data ?? []
}

/** Replaces the lead's previous call. */
export function keepLastCall(db: MirrorDb, call: LastCall): Promise<void> {
  return db.transaction('rw', db.meta, async () => {
    const others = (await kept(db)).filter(({ lead_uid }) => lead_uid !== call.lead_uid)
    await db.meta.put({ name: NAME, value: [call, ...others].slice(0, KEPT) })
  })
}

export function dropLastCall(db: MirrorDb, callUid: string): Promise<void> {
  return db.transaction('rw', db.meta, async () => {
    const others = (await kept(db)).filter(({ call_uid }) => call_uid !== callUid)
    await db.meta.put({ name: NAME, value: others })
  })
}

/** Returns the calls by lead, without those whose result is in the timeline. For a live query whose function is async. */
export async function lastCalls(db: MirrorDb): Promise<ReadonlyMap<string, LastCall>> {
  const open = await withoutResult(db, await kept(db))
  return new Map(open.map((call) => [call.lead_uid, call]))
}

/**
 * Returns the lead's call whose outcome its caller has not given: of today, also where the phone system has told its result, or
 * an earlier one without a result. Null: there is none. Works in a live query.
 */
export async function callWithoutOutcome(
  db: MirrorDb,
  leadUid: string,
  nowMs: number,
): Promise<LastCall | null> {
  const call = (await kept(db)).find(({ lead_uid }) => lead_uid === leadUid) ?? null
  if (call === null || saoPauloDay(Date.parse(call.called_at)) === saoPauloDay(nowMs)) return call
  const isOpen = call.way !== 'whatsapp' && (await withoutResult(db, [call])).length > 0
  return isOpen ? call : null
}

async function withoutResult(db: MirrorDb, calls: readonly LastCall[]): Promise<LastCall[]> {
  const histories = await timelinesOf(
    db,
    calls.map(({ lead_uid }) => lead_uid),
  )
  const hasResult = ({ call_uid }: LastCall, place: number) => {
    const isOf = (result: unknown) => callResultOf(result)?.uid === call_uid
    const last = histories[place]
      ?.filter(({ changes: { call_result } }) => isOf(call_result?.after) || isOf(call_result?.before))
      .toSorted((one, other) => other.id - one.id)[0]
    return isOf(last?.changes.call_result?.after)
  }
  return calls.filter((call, place) => !hasResult(call, place))
}

const namedSchema = z.object({ call_uid: z.string() })

async function queuedCall(db: MirrorDb, { lead_uid, call_uid }: LastCall) {
  const queue = await queueOf(db, lead_uid)
  return queue.find(
    ({ command, args }) =>
      command === 'lead.recordCall' && namedSchema.safeParse(args).data?.call_uid === call_uid,
  )
}

/** Whether the server does not have the call yet. Works in a live query. */
export const isCallQueued = async (db: MirrorDb, call: LastCall): Promise<boolean> =>
  (await queuedCall(db, call)) !== undefined

/** Deletes a call from the queue. Returns false when it was sent, or is being sent, to the server. */
export async function discardCall(db: MirrorDb, call: LastCall): Promise<boolean> {
  const record = await queuedCall(db, call)
  return record !== undefined && discardCommand(db, record.key)
}
