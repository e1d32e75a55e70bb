/**
 * What waits on this device, for each of its users: the lock screen and the sign-in screen ask. It opens no sealed value, upgrades no
 * database and needs no Dexie. docs/rules.md#the-queue
 */
import { rawQueue } from '../mirror/raw-reading.ts'
import { mirrorOwner } from '../sealing/mirror-name.ts'
import { type CopyStore, copiedCounts } from './queue-copy-store.ts'
import { SEALED_PUSH } from './sealed-push-record.ts'
import { NOTHING_WAITS, type QueueColumns, sentSealed, type Waiting, waitingOf } from './waiting.ts'

export interface UserQueue {
  readonly waiting: Waiting
  /** Commands without an answer, those that the server has already among them. */
  readonly unanswered: number
}

/** A record of another version counts as none. */
function columnsOf(record: object): QueueColumns[] {
  const { key, state, queuedAt }: Partial<QueueColumns> = record
  return key === undefined || state === undefined || queuedAt === undefined ? [] : [{ key, state, queuedAt }]
}

interface Read {
  readonly columns: Map<string, QueueColumns>
  readonly sent: Set<string>
}

/** A browser that does not list its databases shows what local storage knows. */
const databaseNames = async (): Promise<readonly string[]> =>
  'databases' in indexedDB ? (await indexedDB.databases()).map(({ name }) => name ?? '') : []

/** Returns the queues of all users who left something here. null: a store that does not open, and may hold work. */
export async function readDeviceWaiting(store: CopyStore): Promise<ReadonlyMap<number, UserQueue | null>> {
  const found = new Map<number, Read | null>()
  for (const name of await databaseNames()) {
    const owner = mirrorOwner(name)
    if (owner === null) continue
    const queue = await rawQueue(name, SEALED_PUSH).catch(() => 'unreadable' as const)
    if (queue === null) continue
    const before = found.get(owner.userId)
    if (queue === 'unreadable' || before === null) {
      found.set(owner.userId, null)
      continue
    }
    // While a device is being protected a user has two stores with the same commands.
    const { columns, sent } = before ?? { columns: new Map(), sent: new Set() }
    for (const each of queue.records.flatMap(columnsOf)) columns.set(each.key, each)
    for (const key of sentSealed(queue.meta)) sent.add(key)
    found.set(owner.userId, { columns, sent })
  }
  const queues = new Map<number, UserQueue | null>()
  for (const [userId, read] of found) {
    const records = [...(read?.columns.values() ?? [])]
    queues.set(userId, read && { waiting: waitingOf(records, read.sent), unanswered: records.length })
  }
  // The browser took the database, and left the copy of the queue: src/device/keep-queue-copy.ts.
  for (const [userId, count] of copiedCounts(store))
    if (!queues.has(userId))
      queues.set(userId, { waiting: { ...NOTHING_WAITS, pending: count }, unanswered: count })
  return queues
}

/** What waits for several users together. */
export function waitingTogether(queues: Iterable<UserQueue | null>): Pick<Waiting, 'pending' | 'problems'> {
  const total = { pending: 0, problems: 0 }
  for (const queue of queues) {
    total.pending += queue?.waiting.pending ?? 0
    total.problems += queue?.waiting.problems ?? 0
  }
  return total
}
