/** Calls: each one is a record of its own, even when the lead does not change. docs/rules.md#calls */
import type { Transaction } from 'kysely'
import {
  recordLeadCall,
  setCallResult,
  undoCall as undoCallCommand,
} from '../../../src/commands/lead-calls.ts'
import { type CallWay, isFirstCall, mayBeTakenBack, withoutCall } from '../../../src/domain/lead/calls.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { Database } from '../../db/database.ts'
import {
  type CallResult,
  callByUid,
  firstTold,
  NO_RESULT,
  ownCall,
  placedCall,
  takeResultBack,
  writeResult,
} from '../../queries/calls.ts'
import { isRecordedByMessage } from '../../queries/message-conversations.ts'
import { defineHandler, type FurtherChanges } from '../handler.ts'

const NO_CALL = 'Esta ligação não está registrada neste lead.'
const UID_TAKEN = 'Esta ligação já foi registrada em outro lead.'
const TOO_LATE = 'Uma ligação só pode ser desfeita nos primeiros 10 minutos.'

/** The timeline entry of a recorded or removed call: one of `before` and `after` is null. */
const timelineEntry = (way: CallWay, before: string | null, after: string | null): FurtherChanges => ({
  [way === 'whatsapp' ? 'conversation' : 'call']: { before, after },
})

/**
 * The `first_call_on_time` that this call sets; null when it is not the first call or an administrator set the flag.
 */
const givenFlag = (before: Lead, after: Lead) =>
  before.first_call_on_time === null && before.first_call_date === null ? after.first_call_on_time : null

export const recordCall = defineHandler(recordLeadCall, async ({ tx, lead, after, args, context }) => {
  const uid = args.call_uid ?? crypto.randomUUID()
  const userId = context.user.id
  if ((await callByUid(tx, uid)) !== undefined) {
    const own = await ownCall(tx, { uid, leadUid: lead.uid, userId })
    return own === null ? { kind: 'refuse', message: UID_TAKEN } : { kind: 'nothing' }
  }
  if (
    args.way === 'whatsapp' &&
    (await isRecordedByMessage(tx, { leadUid: lead.uid, userId, at: context.occurredAt }))
  )
    return { kind: 'nothing' }
  const placed = await placedCall(tx, uid)
  const isPlaced = placed?.user_id === userId
  // Only the server knows whether the phone system placed the call; the device's claim is not used.
  const way = isPlaced ? 'phone_system' : args.way === 'whatsapp' ? 'whatsapp' : 'device'
  const result: CallResult | null =
    isPlaced && placed.status !== null
      ? { status: placed.status, duration: placed.duration, result_by: 'phone_system' }
      : null
  return {
    kind: 'accept',
    also: async () => {
      await tx
        .insertInto('calls')
        .values({
          uid,
          lead_uid: lead.uid,
          user_id: userId,
          date: context.occurredAt,
          way,
          phone: args.phone,
          ...(result ?? NO_RESULT),
          given_flag: givenFlag(lead, after.lead),
        })
        .execute()
      return { ...timelineEntry(way, null, args.phone), ...(result === null ? {} : firstTold(uid, result)) }
    },
  }
})

/** A result of the phone system is final: the caller's result never replaces it. */
export const callResult = defineHandler(setCallResult, async ({ tx, lead, args, context }) => {
  const call = await ownCall(tx, { uid: args.call_uid, leadUid: lead.uid, userId: context.user.id })
  if (call === null) return { kind: 'refuse', message: NO_CALL }
  const { status } = args
  if (call.result_by === 'phone_system' || call.status === status) return { kind: 'nothing' }
  return {
    kind: 'accept',
    also: () =>
      status === null
        ? takeResultBack(tx, call)
        : writeResult(tx, call, { status, duration: null, result_by: 'caller' }),
  }
})

/** Undoing an unknown call succeeds without a change: it was undone already, or never arrived. */
export const undoCall = defineHandler(undoCallCommand, async ({ tx, lead, args, context }) => {
  const call = await ownCall(tx, { uid: args.call_uid, leadUid: lead.uid, userId: context.user.id })
  if (call === null) return { kind: 'nothing' }
  if (!mayBeTakenBack(call.date, Date.parse(context.occurredAt))) return { kind: 'refuse', message: TOO_LATE }
  const next = await earliestBeside(tx, call)
  const counted = next === null ? null : { date: next.date, settings: context.settings }
  const after = withoutCall(lead, { date: call.date, givenFlag: call.given_flag }, counted)
  return {
    kind: 'accept',
    lead: after,
    also: async () => {
      await tx.deleteFrom('calls').where('id', '=', call.id).execute()
      if (next !== null && isFirstCall(lead, call.date)) {
        const given_flag = lead.first_call_on_time === call.given_flag ? after.first_call_on_time : null
        await tx.updateTable('calls').set({ given_flag }).where('id', '=', next.id).execute()
      }
      return timelineEntry(call.way, call.phone, null)
    },
  }
})

/** The lead's earliest other call, which becomes the first one without this call; null: there is none. */
async function earliestBeside(tx: Transaction<Database>, { id, lead_uid }: { id: number; lead_uid: string }) {
  const others = tx.selectFrom('calls').select(['id', 'date']).where('lead_uid', '=', lead_uid)
  const first = others.where('id', '<>', id).orderBy('date').orderBy('id').limit(1)
  return (await first.executeTakeFirst()) ?? null
}
