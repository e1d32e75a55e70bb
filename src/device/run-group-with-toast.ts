/**
 * Writes what a broker did to a lead as one group, keeps it as his last act, tells it with 'Desfazer', and takes it back. Works
 * offline. docs/rules.md#outcomes
 */
import type { GroupMember } from '../commands/groups.ts'
import type { LastOutcome, OutcomeName } from '../db/outbox/last-outcome.ts'
import type { MadeGroup } from '../db/outbox/run-command.ts'
import type { LastCall } from '../db/session/last-call.ts'
import { loadStore } from '../db/store.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { notify } from '../ui/notify.ts'
import { FAILED, notifyFailure, notifyNotQueued, sendSoon } from './run-command-with-toast.ts'
import { tellCommands } from './tell-commands.ts'

const UNDONE = 'Desfeito'

interface Act {
  readonly lead: Pick<Lead, 'uid' | 'client_name'>
  readonly commands: readonly GroupMember[]
  /** What the toast says. */
  readonly told: string
  /** What the line of the last act says behind the client's name. */
  readonly done: string
  /** The call or conversation whose outcome it is: it asks again once the act is taken back. */
  readonly call?: LastCall
  readonly onUndone?: ((uid: string) => void) | undefined
}

/** Returns true once the act is stored on this device and queued; false after showing why it is not. */
export async function runGroupWithToast(userId: number, act: Act): Promise<boolean> {
  const { lead, commands, told, call, onUndone } = act
  const name = { uid: call?.call_uid ?? crypto.randomUUID(), lead_uid: lead.uid }
  try {
    const { dropLastCall, keepOutcome, openMirror, runGroup } = await loadStore()
    const db = openMirror(userId)
    const outcome = await runGroup(db, commands, {
      alongside: async (made) => {
        if (call !== undefined) await dropLastCall(db, call.call_uid)
        await keepOutcome(db, outcomeOf(made, act, name))
      },
    })
    if (outcome.kind !== 'queued') {
      notifyNotQueued(FAILED, outcome)
      return false
    }
    await sendSoon(db)
    const undo = async () => {
      if (await takeOutcomeBack(userId, name)) onUndone?.(lead.uid)
    }
    const action = outcome.inverses === null ? undefined : { label: 'Desfazer', run: () => void undo() }
    tellCommands(userId, outcome.records, { told: { done: told, action }, failed: FAILED })
    return true
  } catch (error) {
    notifyFailure(FAILED, error)
    return false
  }
}

const outcomeOf = (
  { records, inverses }: MadeGroup,
  { lead, call, done }: Act,
  name: OutcomeName,
): LastOutcome | null =>
  inverses && {
    ...name,
    call: call ?? null,
    clientName: lead.client_name,
    done,
    madeAt: records[0]?.occurredAt ?? '',
    seqs: records.flatMap(({ seq }) => seq ?? []),
    inverses: [...inverses],
  }

/** Returns true once the act's group is out of the queue, or its inverses are in it. */
export async function takeOutcomeBack(userId: number, { uid, lead_uid }: OutcomeName): Promise<boolean> {
  try {
    const { openMirror, undoOutcome } = await loadStore()
    const db = openMirror(userId)
    const outcome = await undoOutcome(db, { uid, lead_uid })
    if (outcome.kind === 'impossible' || outcome.kind === 'storage_full') {
      notifyNotQueued(FAILED, outcome)
      return false
    }
    await sendSoon(db)
    if (outcome.kind === 'queued') tellCommands(userId, outcome.records, { told: UNDONE, failed: FAILED })
    else notify.saved(UNDONE)
    return true
  } catch (error) {
    notifyFailure(FAILED, error)
    return false
  }
}
