/** 'Desfazer' of a group: docs/sync-protocol.md#groups */
import type { MirrorDb } from '../schema/mirror.ts'
import { isGivenUp } from './given-up.ts'
import { discardCommand, keyNow } from './resolve-outbox.ts'
import { type GroupOutcome, runGroup } from './run-command.ts'

export type MadeGroup = Extract<GroupOutcome, { kind: 'queued' }>

/** `dropped`: the server never gets the group. Otherwise its inverses are queued. Throws for a group without inverses. */
export async function undoGroup(
  db: MirrorDb,
  { records, inverses }: MadeGroup,
  { nowMs = Date.now() }: { readonly nowMs?: number } = {},
): Promise<GroupOutcome | { readonly kind: 'dropped' }> {
  if (inverses === null) throw new Error('this group has no inverses')
  const [first] = records
  // Given up in the list of the queue: there is nothing to take back.
  if (first !== undefined && isGivenUp(db.userId, first)) return { kind: 'dropped' }
  const key = first === undefined ? null : await keyNow(db, first)
  if (key !== null && (await discardCommand(db, key))) return { kind: 'dropped' }
  return runGroup(db, inverses, { nowMs })
}
