/** Runs a group of commands from a screen, takes it back, and shows the result. Works offline. docs/sync-protocol.md#groups */
import type { GroupMember } from '../commands/groups.ts'
import type { MadeGroup } from '../db/outbox/undo-group.ts'
import { loadStore, type StoreCode } from '../db/store.ts'
import { notify } from '../ui/notify.ts'
import { nudgeSync, requestBackgroundSync } from '../workers/sync-bridge.ts'
import { FAILED, notifyFailure } from './run-command-with-toast.ts'
import { tellCommands } from './tell-commands.ts'

type Db = ReturnType<StoreCode['openMirror']>

interface GroupToast {
  readonly failed: string
  /** What the device stores in addition, once the group is queued. */
  readonly queued: (db: Db, made: MadeGroup) => Promise<void>
}

/** Returns the group once it is stored on this device and queued; null after showing why it is not. */
export async function runGroupWithToast(
  userId: number,
  members: readonly GroupMember[],
  { failed, queued }: GroupToast,
): Promise<MadeGroup | null> {
  try {
    const { onDisk, openMirror, runGroup } = await loadStore()
    const db = openMirror(userId)
    const outcome = await runGroup(db, members)
    if (outcome.kind !== 'queued') {
      notify.error(outcome.kind === 'storage_full' ? outcome.message : `${failed}. ${outcome.message}`)
      return null
    }
    try {
      await queued(db, outcome)
    } catch (error) {
      // The group stays queued.
      notify.warning(`${failed}: ${error instanceof Error ? error.message : String(error)}`)
    }
    nudgeSync()
    void requestBackgroundSync()
    await onDisk(db)
    return outcome
  } catch (error) {
    notifyFailure(failed, error)
    return null
  }
}

/** Returns true once the group is out of the queue, or its inverses are in it. */
export async function takeGroupBack(
  userId: number,
  made: MadeGroup,
  { done, undone }: { readonly done: string; readonly undone: (db: Db) => Promise<void> },
): Promise<boolean> {
  try {
    const { onDisk, openMirror, undoGroup } = await loadStore()
    const db = openMirror(userId)
    const outcome = await undoGroup(db, made)
    if (outcome.kind === 'impossible' || outcome.kind === 'storage_full') {
      notify.error(`${FAILED}. ${outcome.message}`)
      return false
    }
    await undone(db)
    nudgeSync()
    void requestBackgroundSync()
    await onDisk(db)
    if (outcome.kind === 'queued') tellCommands(userId, outcome.records, { told: done, failed: FAILED })
    else notify.saved(done)
    return true
  } catch (error) {
    notifyFailure(FAILED, error)
    return false
  }
}
