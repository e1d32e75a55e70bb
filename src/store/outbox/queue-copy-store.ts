/**
 * The store of queue copies: one key per user, unencrypted, in local storage, which a browser that evicts databases
 * keeps. Copies contain personal data: an empty queue has no copy, and old copies are deleted.
 */
import { DAY_MS } from '../../domain/time/durations.ts'
import { QUEUE_COPY_PREFIX } from '../session/waiting-work.ts'
import { type QueueCopy, queueCopySchema } from './queue-copy.ts'

/** The part of `localStorage` that is used. */
export interface CopyStore {
  readonly length: number
  key(place: number): string | null
  getItem(key: string): string | null
  setItem(key: string, text: string): void
  removeItem(key: string): void
}

const keyOf = (userId: number) => `${QUEUE_COPY_PREFIX}${userId}`

/** As long as a draft, counted from the last time that the user had the app open on this device. */
const KEPT_FOR_MS = 30 * DAY_MS

function parsed(text: string | null): QueueCopy | null {
  if (text === null) return null
  try {
    return queueCopySchema.parse(JSON.parse(text))
  } catch {
    // The text is truncated or of another version. Nothing can be restored from it.
    return null
  }
}

export const readCopy = (store: CopyStore, userId: number): QueueCopy | null =>
  parsed(store.getItem(keyOf(userId)))

/** Deletes the copy: the user gave the queue up. */
export function dropCopy(store: CopyStore, userId: number): void {
  store.removeItem(keyOf(userId))
}

/** Writes the copy. An empty queue has none. */
export function writeCopy(store: CopyStore, userId: number, copy: QueueCopy): void {
  if (copy.records.length === 0) return dropCopy(store, userId)
  try {
    store.setItem(keyOf(userId), JSON.stringify(copy))
  } catch {
    // The store is full. A copy of an earlier queue would restore commands that were sent since.
    dropCopy(store, userId)
  }
}

/** Returns the present keys as an array: removing keys changes the positions in the store. */
export const keysWith = (store: CopyStore, prefix: string): string[] =>
  Array.from({ length: store.length }, (_, place) => store.key(place)).flatMap((key) =>
    key?.startsWith(prefix) === true ? [key] : [],
  )

/** Deletes old copies of all users. A copy without a date gets today's. */
export function dropOldCopies(store: CopyStore, nowMs: number): void {
  for (const key of keysWith(store, QUEUE_COPY_PREFIX)) {
    const copy = parsed(store.getItem(key))
    if (copy === null || nowMs - (copy.keptAt ?? nowMs) > KEPT_FOR_MS) store.removeItem(key)
    else if (copy.keptAt === undefined) store.setItem(key, JSON.stringify({ ...copy, keptAt: nowMs }))
  }
}
