/** The calls of leads, and those that the phone system was asked for: docs/rules.md#calls. */
import type { Kysely, Transaction } from 'kysely'
import type { CallStatus } from '../../src/domain/lead/calls.ts'
import type { Database } from '../db/database.ts'

export interface CallResult {
  readonly status: CallStatus
  /** In seconds; null: not known. */
  readonly duration: number | null
  readonly by: 'caller' | 'phone_system'
}

export type Call = NonNullable<Awaited<ReturnType<typeof callByUid>>>

export const callByUid = (tx: Transaction<Database>, uid: string) =>
  tx.selectFrom('calls').selectAll().where('uid', '=', uid).executeTakeFirst()

/** The call of that name on this lead, where this user made it: another's is not there. */
export async function ownCall(
  tx: Transaction<Database>,
  { uid, leadUid, userId }: { readonly uid: string; readonly leadUid: string; readonly userId: number },
): Promise<Call | null> {
  const call = await callByUid(tx, uid)
  return call?.lead_uid === leadUid && call.user_id === userId ? call : null
}

/** What the history says of a result. */
const told = (uid: string, { status, duration }: Pick<CallResult, 'status' | 'duration'>) => ({
  uid,
  status,
  duration,
})

/** Of a call whose result was known before it was recorded. */
export const firstTold = (uid: string, result: CallResult) => ({
  call_result: { before: null, after: told(uid, result) },
})

/** Answers what the history says of it. */
export async function writeResult(
  tx: Transaction<Database>,
  call: Call,
  { status, duration, by }: CallResult,
) {
  await tx.updateTable('calls').set({ status, duration, result_by: by }).where('id', '=', call.id).execute()
  const before =
    call.status === null ? null : told(call.uid, { status: call.status, duration: call.duration })
  return { call_result: { before, after: told(call.uid, { status, duration }) } }
}

/** The phone system is about to be asked; false: the name is another's. Asked for again it is the same call. */
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

/** Locked: a report of it waits until the call is recorded, or is read here. */
export const placedCall = (tx: Transaction<Database>, uid: string) =>
  tx.selectFrom('placed_calls').selectAll().where('uid', '=', uid).forUpdate().executeTakeFirst()
