/** The calls of leads, and the calls requested from the phone system: docs/rules.md#calls. */
import type { Kysely, Transaction } from 'kysely'
import type { CallStatus } from '../../src/domain/lead/calls.ts'
import type { Database } from '../db/database.ts'

export interface CallResult {
  readonly status: CallStatus
  /** Seconds; null: unknown. */
  readonly duration: number | null
  /** Its source. */
  readonly result_by: 'caller' | 'phone_system'
}

export const NO_RESULT = { status: null, duration: null, result_by: null } as const

export type Call = NonNullable<Awaited<ReturnType<typeof callByUid>>>

export const callByUid = (tx: Transaction<Database>, uid: string) =>
  tx.selectFrom('calls').selectAll().where('uid', '=', uid).executeTakeFirst()

/** The call with this uid, if this user made it on this lead; else null. */
export async function ownCall(
  tx: Transaction<Database>,
  { uid, leadUid, userId }: { readonly uid: string; readonly leadUid: string; readonly userId: number },
): Promise<Call | null> {
  const call = await callByUid(tx, uid)
  return call?.lead_uid === leadUid && call.user_id === userId ? call : null
}

/** A call's result in the timeline. */
const resultEntry = (uid: string, { status, duration }: Pick<CallResult, 'status' | 'duration'>) => ({
  uid,
  status,
  duration,
})

/** The timeline entry for a result that was known before the call was recorded. */
export const firstTold = (uid: string, result: CallResult) => ({
  call_result: { before: null, after: resultEntry(uid, result) },
})

/** Writes the call's result and returns its timeline entry. */
export async function writeResult(tx: Transaction<Database>, call: Call, result: CallResult) {
  await tx.updateTable('calls').set(result).where('id', '=', call.id).execute()
  return { call_result: { before: presentEntry(call), after: resultEntry(call.uid, result) } }
}

const presentEntry = ({ uid, status, duration }: Call) =>
  status === null ? null : resultEntry(uid, { status, duration })

/** Takes the caller's answer back and returns its timeline entry. */
export async function takeResultBack(tx: Transaction<Database>, call: Call) {
  await tx.updateTable('calls').set(NO_RESULT).where('id', '=', call.id).execute()
  return { call_result: { before: presentEntry(call), after: null } }
}

/** Records a call before the phone system is asked for it. A repeated uid is the same call; false: another user's. */
export async function placeCall(
  db: Kysely<Database>,
  { uid, userId, nowMs }: { readonly uid: string; readonly userId: number; readonly nowMs: number },
): Promise<boolean> {
  await db
    .insertInto('placed_calls')
    .values({ uid, user_id: userId, placed_at: new Date(nowMs).toISOString() })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .execute()
  const placed = db.selectFrom('placed_calls').select('user_id').where('uid', '=', uid)
  return (await placed.executeTakeFirst())?.user_id === userId
}

/** Locks the row: a concurrent report waits until the call is recorded, or this read waits for the report. */
export const placedCall = (tx: Transaction<Database>, uid: string) =>
  tx.selectFrom('placed_calls').selectAll().where('uid', '=', uid).forUpdate().executeTakeFirst()
