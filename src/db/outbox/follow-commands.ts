/** What becomes of queued commands, for the sentence that tells the user. docs/rules.md#waiting-changes */
import { liveQuery } from 'dexie'
import type { MirrorDb } from '../schema/mirror.ts'
import type { OutboxRecord } from '../schema/records.ts'
import { isGivenUp } from './given-up.ts'

type Course =
  /** The server has accepted all of them. */
  | { readonly kind: 'settled' }
  /** The user has given one of them up, or it went with an erasure. */
  | { readonly kind: 'dropped' }
  /** Not sent, or without an answer. */
  | { readonly kind: 'waiting' }
  /** The server did not accept one of them. */
  | { readonly kind: 'refused'; readonly message: string }

const isAnswered = ({ state }: OutboxRecord) => state === 'conflict' || state === 'rejected'

function courseOf(records: readonly OutboxRecord[]): Course {
  const refused = records.find(isAnswered)
  if (refused !== undefined) return { kind: 'refused', message: refused.problem?.message ?? '' }
  return { kind: records.length === 0 ? 'settled' : 'waiting' }
}

/** Returns what has become of the commands with these places in the queue. */
async function presentCourse(db: MirrorDb, seqs: readonly number[]): Promise<Course> {
  const records = await db.outbox.bulkGet([...seqs])
  if (await isGivenUp(db, seqs)) return { kind: 'dropped' }
  return courseOf(records.filter((record) => record !== undefined))
}

/**
 * Resolves as soon as the commands have an answer, or with what is known of them when `patience` aborts. A command keeps
 * its place when it is sent again under another key. Rejects if the store can't be read.
 */
export function followCommands(
  db: MirrorDb,
  queued: readonly Pick<OutboxRecord, 'seq'>[],
  patience: AbortSignal,
): Promise<Course> {
  const seqs = queued.flatMap(({ seq }) => seq ?? [])
  return new Promise((resolve, reject) => {
    let last: Course = { kind: 'waiting' }
    const end = () => {
      subscription.unsubscribe()
      resolve(last)
    }
    const subscription = liveQuery(() => presentCourse(db, seqs)).subscribe({
      next: (course) => {
        last = course
        // Not within `subscribe`: it has not returned yet.
        if (course.kind !== 'waiting') queueMicrotask(end)
      },
      error: (error) => reject(error),
    })
    if (patience.aborted) queueMicrotask(end)
    else patience.addEventListener('abort', end, { once: true })
  })
}
