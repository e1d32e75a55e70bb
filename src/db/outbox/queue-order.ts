/**
 * Which commands wait for which: those that write the same lead, or the same client, keep their order. Everything here
 * that writes runs inside the caller's transaction over `queueTables`.
 */
import type { MirrorDb } from '../mirror/mirror.ts'
import type { OutboxRecord } from '../mirror/schema.ts'
import { HELD_UP, isReplayed } from './replay.ts'

type Written = Pick<OutboxRecord, 'entityUid' | 'clientUid'>

/** Uids of what a command writes. */
const writtenUids = ({ entityUid, clientUid }: Written): readonly string[] =>
  clientUid === null ? [entityUid] : [entityUid, clientUid]

const isRelated = (a: Written, b: Written) => writtenUids(a).some((uid) => writtenUids(b).includes(uid))

/** The queue, oldest first. */
export const wholeQueue = (db: MirrorDb): Promise<OutboxRecord[]> => db.outbox.orderBy('seq').toArray()

/** Those of the queue that a command of this lead and client comes after, oldest first. */
export function relatedBefore(queue: readonly OutboxRecord[], later: Written, seq = Infinity) {
  return queue.filter((record) => (record.seq ?? 0) < seq && isRelated(record, later))
}

/** Waits for the user, or for one that does. */
export const isHeldUp = (record: OutboxRecord) => !isReplayed(record)

/** What a new command would wait with: the leads and clients of all that are held up. Works inside a live query. */
export async function heldUpUids(db: MirrorDb): Promise<ReadonlySet<string>> {
  // A query for each: a live one hears only of these then.
  const held = await Promise.all(HELD_UP.map((state) => db.outbox.where('state').equals(state).toArray()))
  return new Set(held.flat().flatMap(writtenUids))
}

/** Without those that are stopped, and without what comes after them. `queue`: oldest first. */
export function passing(
  queue: readonly OutboxRecord[],
  isStopped: (record: OutboxRecord) => boolean,
): OutboxRecord[] {
  const held = new Set<string>()
  return queue.filter((record) => {
    const uids = writtenUids(record)
    if (!isStopped(record) && !uids.some((uid) => held.has(uid))) return true
    for (const uid of uids) held.add(uid)
    return false
  })
}

/**
 * The server holds a command back behind the one that it names (`dependsOn`), and so behind all that this one names in turn.
 * Says of each whether it comes after another too, of which the server would know nothing: such a one goes with a later
 * request. To be asked in the queue's order, of all that may go together.
 */
export function afterUnnamed(): (record: OutboxRecord) => boolean {
  // The last on each lead and client says it of those before it too.
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

/** Lets go what nothing holds up any more. Answers the records that it changed. */
export async function unblock(db: MirrorDb): Promise<OutboxRecord[]> {
  const queue = await wholeQueue(db)
  const changed: OutboxRecord[] = []
  for (const [place, record] of queue.entries()) {
    const before = relatedBefore(queue.slice(0, place), record)
    const dependsOn = before.at(-1)?.key ?? null
    const state = record.state === 'blocked' && !before.some(isHeldUp) ? 'queued' : record.state
    if (dependsOn === record.dependsOn && state === record.state) continue
    const next: OutboxRecord = { ...record, state, dependsOn }
    queue[place] = next
    await db.outbox.put(next)
    changed.push(next)
  }
  return changed
}

/**
 * What was made on top of a command that the server did not take waits with it; other work does not. One that may be
 * on its way waits only where the server is told to hold it back too: else it may be carried out by now.
 * Answers the records that it changed.
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
