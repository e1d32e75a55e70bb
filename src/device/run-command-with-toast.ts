/** A command from a screen, with what the user reads of it. Works offline: done means on this device and queued. */

import type { CommandArgs, CommandName } from '../commands/registry.ts'
import { onDisk } from '../db/access/on-disk.ts'
import { openMirror } from '../db/mirror/mirror.ts'
import type { OutboxRecord } from '../db/mirror/schema.ts'
import { runCommand } from '../db/outbox/run-command.ts'
import type { Client } from '../domain/client/client.ts'
import { notify } from '../ui/notify.ts'
import { nudgeSync, requestBackgroundSync } from '../workers/sync-bridge.ts'

export const FAILED = 'Houve um Problema'

const withReason = (words: string, error: unknown) =>
  `${words}: ${error instanceof Error ? error.message : String(error)}`

/** What the device itself refused. */
export const sayFailure = (words: string, error: unknown): void => notify.error(withReason(words, error))

export interface CommandWords {
  /** null: the screen shows it by itself. */
  readonly done: string | null
  readonly failed: string
  /** A client that a look-up on the server showed and that this device does not mirror. */
  readonly seenClient?: Client | null
  /** What the device keeps besides, once it is queued; `notKept` is said where it can't. */
  readonly queued?: {
    readonly keep: (record: OutboxRecord) => Promise<void>
    readonly notKept: string
  }
}

/** True when it is done on this device and queued; else the user was told why not. */
export async function runCommandWithToast<Name extends CommandName>(
  userId: number,
  name: Name,
  args: CommandArgs<Name>,
  { done, failed, seenClient = null, queued }: CommandWords,
): Promise<boolean> {
  try {
    const db = openMirror(userId)
    const outcome = await runCommand(db, name, args, { seenClient })
    if (outcome.kind !== 'queued') {
      notify.error(`${failed}. ${outcome.message}`)
      return false
    }
    try {
      await queued?.keep(outcome.record)
    } catch (error) {
      // The command is queued all the same.
      notify.warning(withReason(queued?.notKept ?? failed, error))
    }
    nudgeSync()
    void requestBackgroundSync()
    await onDisk(db)
    if (done !== null) notify.saved(done)
    return true
  } catch (error) {
    sayFailure(failed, error)
    return false
  }
}
