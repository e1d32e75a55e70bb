/** Runs a group of commands from a screen, takes an outcome back, and shows the result. Works offline. docs/sync-protocol.md#groups */
import type { GroupMember } from '../commands/groups.ts'
import type { MadeGroup } from '../db/outbox/run-command.ts'
import type { LastCall } from '../db/session/last-call.ts'
import { loadStore, type StoreCode } from '../db/store.ts'
import { notify } from '../ui/notify.ts'
import { FAILED, notifyFailure, notifyNotQueued, sendSoon } from './run-command-with-toast.ts'
import { tellCommands } from './tell-commands.ts'

type Db = ReturnType<StoreCode['openMirror']>

interface GroupToast {
  readonly failed: string
  /** What the device stores in addition, in the transaction of the group. */
  readonly alongside: (db: Db, made: MadeGroup) => Promise<void>
}

/** Returns the group once it is stored on this device and queued; null after showing why it is not. */
export async function runGroupWithToast(
  userId: number,
  members: readonly GroupMember[],
  { failed, alongside }: GroupToast,
): Promise<MadeGroup | null> {
  try {
    const { openMirror, runGroup } = await loadStore()
    const db = openMirror(userId)
    const outcome = await runGroup(db, members, { alongside: (made) => alongside(db, made) })
    if (outcome.kind !== 'queued') {
      notifyNotQueued(failed, outcome)
      return null
    }
    await sendSoon(db)
    return outcome
  } catch (error) {
    notifyFailure(failed, error)
    return null
  }
}

/** Returns true once the outcome's group is out of the queue, or its inverses are in it. */
export async function takeOutcomeBack(
  userId: number,
  call: Pick<LastCall, 'lead_uid' | 'call_uid'>,
  done: string,
): Promise<boolean> {
  try {
    const { openMirror, undoOutcome } = await loadStore()
    const db = openMirror(userId)
    const outcome = await undoOutcome(db, call)
    if (outcome.kind === 'impossible' || outcome.kind === 'storage_full') {
      notifyNotQueued(FAILED, outcome)
      return false
    }
    await sendSoon(db)
    if (outcome.kind === 'queued') tellCommands(userId, outcome.records, { told: done, failed: FAILED })
    else notify.saved(done)
    return true
  } catch (error) {
    notifyFailure(FAILED, error)
    return false
  }
}
