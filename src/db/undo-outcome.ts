/** 'Desfazer' of the last outcome: docs/rules.md#outcomes */
import { ERASED_MESSAGE } from '../domain/client/erasure.ts'
import { keepLastCall } from './last-calls.ts'
import { dropOutcome, type OutcomeName, outcomeNamed } from './outbox/last-outcome.ts'
import { discardCommand, keyNow } from './outbox/resolve-outbox.ts'
import { type GroupOutcome, runGroup } from './outbox/run-command.ts'
import type { MirrorDb } from './schema/mirror.ts'
import { areErased } from './session/erased-uids.ts'

/** Said of an act that this device has forgotten: it is taken back once, whoever asks, in whichever tab. */
export const ALREADY_TAKEN_BACK =
  'Já não dá para desfazer: isto já foi desfeito ou descartado, ou você fez outra coisa depois.'

/**
 * Takes that act back, and the call of an outcome asks again how it was. `dropped`: the server never gets the group. Otherwise
 * its inverses are queued.
 */
export async function undoOutcome(
  db: MirrorDb,
  { uid, lead_uid }: OutcomeName,
  { nowMs = Date.now() }: { readonly nowMs?: number } = {},
): Promise<GroupOutcome | { readonly kind: 'dropped' }> {
  const outcome = await outcomeNamed(db, uid)
  if (outcome === null) {
    const message = (await areErased(db, [lead_uid])) ? ERASED_MESSAGE : ALREADY_TAKEN_BACK
    return { kind: 'impossible', message }
  }
  const { call } = outcome
  const askAgain = async () => {
    if (call !== null) await keepLastCall(db, call)
  }
  const [seq] = outcome.seqs
  const key = seq === undefined ? null : await keyNow(db, { seq })
  // What gives the commands up forgets their outcome in the same transaction.
  if (key !== null && (await discardCommand(db, key))) {
    await askAgain()
    return { kind: 'dropped' }
  }
  return runGroup(db, outcome.inverses, {
    nowMs,
    refused: async () => ((await outcomeNamed(db, uid)) === null ? ALREADY_TAKEN_BACK : null),
    alongside: async () => {
      await dropOutcome(db, uid)
      await askAgain()
    },
  })
}
