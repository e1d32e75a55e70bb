/**
 * What of a queue still waits: one count for the lock screen, the sign-in screen, the top bar and 'Sincronização'. It needs
 * clear columns alone. docs/rules.md#the-queue
 */
import type { MirrorDb } from '../schema/mirror.ts'
import type { OutboxRecord } from '../schema/records.ts'
import { LOCKED_SENDS, lockedSendsFrom, SEALED_PUSH, sealedPushFrom } from './sealed-push-record.ts'

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

const lockedSends = async (db: MirrorDb): Promise<ReadonlySet<string>> =>
  new Set(lockedSendsFrom((await db.meta.get(LOCKED_SENDS))?.value))

/** Whether the server may have one of them already: its answer must be learnt before the user can give them up. */
export async function areUnderWay(
  db: MirrorDb,
  records: readonly Pick<OutboxRecord, 'key' | 'state'>[],
): Promise<boolean> {
  const begun = await lockedSends(db)
  return records.some(({ key, state }) => state === 'sending' || (state === 'queued' && begun.has(key)))
}

/** Forgets the keys of commands that have left the queue. */
export function tidyLockedSends(db: MirrorDb): Promise<void> {
  return db.transaction('rw', db.meta, db.outbox, async () => {
    const begun = await lockedSends(db)
    if (begun.size === 0) return
    const queued = await db.outbox
      .where('key')
      .anyOf([...begun])
      .toArray()
    if (queued.length === begun.size) return
    await db.meta.put({ name: LOCKED_SENDS, value: queued.map(({ key }) => key) })
  })
}

/** Counts of the own queue. Works in a live query. */
export async function pendingCounts(db: MirrorDb): Promise<Waiting> {
  const [queue, sent] = await Promise.all([db.outbox.toArray(), sentKeys(db)])
  return waitingOf(queue, sent)
}
