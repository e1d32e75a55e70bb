/** Runs a command from a screen and shows its result. Works offline: success means stored on this device and queued. */

import type { CommandArgs, CommandName } from '../commands/registry.ts'
import type { DraftAfter } from '../db/outbox/run-command.ts'
import type { OutboxRecord } from '../db/schema/records.ts'
import { loadStore, type StoreCode } from '../db/store.ts'
import type { Client } from '../domain/client/client.ts'
import { notify } from '../ui/notify.ts'
import { nudgeSync, requestBackgroundSync } from '../workers/sync-bridge.ts'
import { type Told, tellCommands } from './tell-commands.ts'

export const FAILED = 'Houve um Problema'

const withReason = (words: string, error: unknown) =>
  `${words}: ${error instanceof Error ? error.message : String(error)}`

/** Shows a failure of the device itself, with the error's message. */
export const notifyFailure = (words: string, error: unknown): void => notify.error(withReason(words, error))

/** Shows why nothing was queued. A full disk has nothing to do with what was typed. */
export function notifyNotQueued(
  failed: string,
  { kind, message }: { readonly kind: 'impossible' | 'storage_full'; readonly message: string },
): void {
  notify.error(kind === 'storage_full' ? message : `${failed}. ${message}`)
}

/** Starts a sync of what was queued, and waits until it is on the disk. */
export async function sendSoon(db: Parameters<StoreCode['onDisk']>[0]): Promise<void> {
  nudgeSync()
  void requestBackgroundSync()
  const { onDisk } = await loadStore()
  await onDisk(db)
}

interface Queueing {
  readonly failed: string
  /** A client that a look-up on the server returned and this device does not mirror. */
  readonly seenClient?: Client | null
  /** The form's draft, which is deleted or replaced in the transaction that writes the command. */
  readonly draft?: DraftAfter
  /** What the device stores in addition once the command is queued. `notKept` is shown when that fails. */
  readonly queued?: {
    readonly keep: (record: OutboxRecord) => Promise<void>
    readonly notKept: string
  }
}

export interface CommandToast extends Queueing {
  /** null when the screen shows the success itself. A function where it depends on what the command did. */
  readonly done: Told | (() => Promise<Told>)
}

/** Returns true when the command is stored on this device and queued. Returns false after showing why it is not. */
export async function runCommandWithToast<Name extends CommandName>(
  userId: number,
  name: Name,
  args: CommandArgs<Name>,
  { done, ...queueing }: CommandToast,
): Promise<boolean> {
  const record = await queueCommand(userId, name, args, queueing)
  if (record === null) return false
  const told = typeof done === 'function' ? await done() : done
  tellCommands(userId, [record], { told, failed: queueing.failed })
  return true
}

/**
 * Returns the command once it is stored on this device and queued, for `tellCommands`. Returns null after showing why it is
 * not.
 */
export async function queueCommand<Name extends CommandName>(
  userId: number,
  name: Name,
  args: CommandArgs<Name>,
  { failed, seenClient = null, draft, queued }: Queueing,
): Promise<OutboxRecord | null> {
  try {
    const { openMirror, runCommand } = await loadStore()
    const db = openMirror(userId)
    const outcome = await runCommand(db, name, args, { seenClient, draft })
    if (outcome.kind !== 'queued') {
      notifyNotQueued(failed, outcome)
      return null
    }
    try {
      await queued?.keep(outcome.record)
    } catch (error) {
      // The command stays queued.
      notify.warning(withReason(queued?.notKept ?? failed, error))
    }
    await sendSoon(db)
    return outcome.record
  } catch (error) {
    notifyFailure(failed, error)
    return null
  }
}
