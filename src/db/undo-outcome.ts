/** 'Desfazer' of the last outcome: docs/rules.md#outcomes */
import { ERASED_MESSAGE } from '../domain/client/erasure.ts'
import { keepLastCall } from './last-calls.ts'
import { keepOutcome, lastOutcome } from './outbox/last-outcome.ts'
import { discardCommand, keyNow } from './outbox/resolve-outbox.ts'
import { type GroupOutcome, runGroup } from './outbox/run-command.ts'
import type { MirrorDb } from './schema/mirror.ts'
import { areErased } from './session/erased-uids.ts'
import type { LastCall } from './session/last-call.ts'

/** Said of an outcome that this device has forgotten: it is taken back once, whoever asks, in whichever tab. */
export const ALREADY_TAKEN_BACK = 'Este desfecho já foi desfeito ou descartado.'

/**
 * Takes the outcome of that call back, and the call asks again how it was. `dropped`: the server never gets the group. Otherwise
 * its inverses are queued. What a screen keeps of an outcome is its call: the values are in the store alone.
 */
export async function undoOutcome(
  db: MirrorDb,
  { lead_uid, call_uid }: Pick<LastCall, 'lead_uid' | 'call_uid'>,
  { nowMs = Date.now() }: { readonly nowMs?: number } = {},
): Promise<GroupOutcome | { readonly kind: 'dropped' }> {
  const kept = async () => {
    const outcome = await lastOutcome(db)
    return outcome?.call.call_uid === call_uid ? outcome : null
  }
  const outcome = await kept()
  if (outcome === null) {
    const message = (await areErased(db, [lead_uid])) ? ERASED_MESSAGE : ALREADY_TAKEN_BACK
    return { kind: 'impossible', message }
  }
  const [seq] = outcome.seqs
  const key = seq === undefined ? null : await keyNow(db, { seq })
  // What gives the commands up forgets their outcome in the same transaction.
  if (key !== null && (await discardCommand(db, key))) {
    await keepLastCall(db, outcome.call)
    return { kind: 'dropped' }
  }
  return runGroup(db, outcome.inverses, {
    nowMs,
    refused: async () => ((await kept()) === null ? ALREADY_TAKEN_BACK : null),
    alongside: async () => {
      await keepOutcome(db, null)
      await keepLastCall(db, outcome.call)
    },
  })
}
