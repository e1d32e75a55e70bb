/**
 * The order of the queue: commands that write the same lead or the same client keep their order. Functions that write
 * run inside the caller's transaction over `queueTables`.
 */
import type { MirrorDb } from '../schema/mirror.ts'
import type { OutboxRecord } from '../schema/records.ts'
import { isOfGroup } from './command-groups.ts'
import { HELD_UP, isReplayed } from './replay.ts'

type Written = Pick<OutboxRecord, 'entityUid' | 'clientUid'>

/** Uids of the rows that a command writes. */
const writtenUids = ({ entityUid, clientUid }: Written): readonly string[] =>
  clientUid === null ? [entityUid] : [entityUid, clientUid]

const isRelated = (a: Written, b: Written) => writtenUids(a).some((uid) => writtenUids(b).includes(uid))

/** The queue, oldest first. */
export const wholeQueue = (db: MirrorDb): Promise<OutboxRecord[]> => db.outbox.orderBy('seq').toArray()

/** Returns the queued commands before position `seq` that write the same lead or client, oldest first. */
export function relatedBefore(queue: readonly OutboxRecord[], later: Written, seq = Infinity) {
  return queue.filter((record) => (record.seq ?? 0) < seq && isRelated(record, later))
}

/** Whether the command waits for the user, or for a command that does. */
export const isHeldUp = (record: OutboxRecord) => !isReplayed(record)

/** Whether the command waits for the user's decision. */
const isRefused = ({ state }: OutboxRecord) => state === 'conflict' || state === 'rejected'

/** Returns the leads and clients of all held-up commands: a new command for them would wait. Works in a live query. */
export async function heldUpUids(db: MirrorDb): Promise<ReadonlySet<string>> {
  // One query per state, so that a live query depends on these states only.
  const held = await Promise.all(HELD_UP.map((state) => db.outbox.where('state').equals(state).toArray()))
  return new Set(held.flat().flatMap(writtenUids))
}

/**
 * Returns the queue without stopped commands, without their groups, and without the commands behind them. `queue`: oldest
 * first. `isStopped` is asked once for each, in order.
 */
export function passing(
  queue: readonly OutboxRecord[],
  isStopped: (record: OutboxRecord) => boolean,
): OutboxRecord[] {
  const stopped = new Set(queue.filter(isStopped))
  const groups = new Set<string>()
  for (;;) {
    const held = new Set<string>()
    const passed = new Set(
      queue.filter((record) => {
        const uids = writtenUids(record)
        const isHeld = stopped.has(record) || (record.group !== undefined && groups.has(record.group))
        if (!isHeld && !uids.some((uid) => held.has(uid))) return true
        for (const uid of uids) held.add(uid)
        return false
      }),
    )
    const before = groups.size
    for (const record of queue)
      if (record.group !== undefined && !passed.has(record)) groups.add(record.group)
    // Another round only if a group is held back that was not before: a part of it may have passed.
    if (groups.size === before) return [...passed]
  }
}

/**
 * Returns a function that tests whether a command also comes after one that the server does not know of. The server
 * holds a command back only behind the one in `dependsOn`, and behind those that this one names in turn. A command
 * after any other must go with a later request. Call the function for all candidates, in the queue's order.
 */
export function afterUnnamed(): (record: OutboxRecord) => boolean {
  // The last command of a lead or client represents those before it.
  const last = new Map<string, string>()
  const behind = new Map<string, ReadonlySet<string>>()
  return (record) => {
    const { key, dependsOn } = record
    const named = new Set(dependsOn === null ? [] : [...(behind.get(dependsOn) ?? []), dependsOn])
    behind.set(key, named)
    const uids = writtenUids(record)
    const before = uids.flatMap((uid) => last.get(uid) ?? [])
    for (const uid of uids) last.set(uid, key)
    return before.some((earlier) => !named.has(earlier))
  }
}

/** Queues blocked commands that nothing holds up any more, and updates `dependsOn`. Returns the changed records. */
export async function unblock(db: MirrorDb): Promise<OutboxRecord[]> {
  const queue = await wholeQueue(db)
  const changed: OutboxRecord[] = []
  for (const [place, record] of queue.entries()) {
    const before = relatedBefore(queue.slice(0, place), record)
    const dependsOn = before.at(-1)?.key ?? null
    const isFree =
      !before.some(isHeldUp) && !queue.some((other) => isOfGroup(record, other) && isRefused(other))
    const state = record.state === 'blocked' && isFree ? 'queued' : record.state
    if (dependsOn === record.dependsOn && state === record.state) continue
    const next: OutboxRecord = { ...record, state, dependsOn }
    queue[place] = next
    await db.outbox.put(next)
    changed.push(next)
  }
  return changed
}

/**
 * Blocks the commands that build on a refused command; others continue. A command in `sending` is blocked only if the
 * server holds it back too, by `dependsOn`: otherwise the server may have executed it.
 * Returns the changed records.
 */
export async function blockLater(db: MirrorDb, refused: OutboxRecord): Promise<OutboxRecord[]> {
  const later = (await wholeQueue(db)).filter((record) => (record.seq ?? 0) > (refused.seq ?? 0))
  const uids = new Set(writtenUids(refused))
  const keys = new Set([refused.key])
  const blocked: OutboxRecord[] = []
  for (const record of later) {
    const follows =
      record.state === 'sending'
        ? record.dependsOn !== null && keys.has(record.dependsOn)
        : writtenUids(record).some((uid) => uids.has(uid))
    if (!follows) continue
    for (const uid of writtenUids(record)) uids.add(uid)
    keys.add(record.key)
    if (!isReplayed(record)) continue
    const next: OutboxRecord = { ...record, state: 'blocked' }
    await db.outbox.put(next)
    blocked.push(next)
  }
  return blocked
}
