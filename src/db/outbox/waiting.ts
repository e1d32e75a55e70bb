/**
 * What of a queue still waits: one count for the lock screen, the sign-in screen, the top bar and 'Sincronização'. It needs
 * clear columns alone. docs/rules.md#the-queue
 */
import type { MirrorDb } from '../schema/mirror.ts'
import type { OutboxRecord } from '../schema/records.ts'
import { SEALED_PUSH, sealedPushFrom } from './sealed-push-record.ts'

export interface Waiting {
  /** Waiting to be sent. */
  readonly pending: number
  /** Waiting for the user. */
  readonly problems: number
  /** When the oldest of them was queued, epoch ms. */
  readonly oldestAt: number | null
}

export const NOTHING_WAITS: Waiting = { pending: 0, problems: 0, oldestAt: null }

/** The columns of a command that are clear on a protected device, too. */
export type QueueColumns = Pick<OutboxRecord, 'key' | 'state' | 'queuedAt'>

/**
 * Keys of the commands that the server has: the locked device sent them in their sealed form. Their answers are learnt with the next
 * contact. `record`: the `meta` record SEALED_PUSH, or what is in its place.
 */
export function sentSealed(record: unknown): ReadonlySet<string> {
  const push = sealedPushFrom(record)
  return new Set(push?.sent === true ? push.keys : [])
}

export function waitingOf(queue: readonly QueueColumns[], sent: ReadonlySet<string>): Waiting {
  const unsent = queue.filter(({ key }) => !sent.has(key))
  const problems = unsent.filter(({ state }) => state === 'conflict' || state === 'rejected').length
  const oldestAt = unsent.reduce<number | null>(
    (least, { queuedAt }) => (least === null || queuedAt < least ? queuedAt : least),
    null,
  )
  return { pending: unsent.length - problems, problems, oldestAt }
}

/** Keys of the own commands that the server has without an answer here. Works in a live query. */
export const sentKeys = async (db: MirrorDb): Promise<ReadonlySet<string>> =>
  sentSealed((await db.meta.get(SEALED_PUSH))?.value)

/** Counts of the own queue. Works in a live query. */
export async function pendingCounts(db: MirrorDb): Promise<Waiting> {
  const [queue, sent] = await Promise.all([db.outbox.toArray(), sentKeys(db)])
  return waitingOf(queue, sent)
}
