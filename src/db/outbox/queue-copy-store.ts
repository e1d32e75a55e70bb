/**
 * Where the copies of queues stand: a key for each user, in clear, in a store that a browser which clears databases leaves
 * alone. They hold what users typed about people: an empty queue has none, and nobody comes back for an old one.
 */
import { DAY_MS } from '../../domain/time/durations.ts'
import { type QueueCopy, queueCopySchema } from './queue-copy.ts'

/** What of `localStorage` is used. */
export interface CopyStore {
  readonly length: number
  key(place: number): string | null
  getItem(key: string): string | null
  setItem(key: string, text: string): void
  removeItem(key: string): void
}

const PREFIX = 'farol_queue_'
const keyOf = (userId: number) => `${PREFIX}${userId}`

/** As long as a draft, from when its user last had the app open here. */
const KEPT_FOR_MS = 30 * DAY_MS

function parsed(text: string | null): QueueCopy | null {
  if (text === null) return null
  try {
    return queueCopySchema.parse(JSON.parse(text))
  } catch {
    // Cut off or of another version: there is nothing to put back from it.
    return null
  }
}

export const readCopy = (store: CopyStore, userId: number): QueueCopy | null =>
  parsed(store.getItem(keyOf(userId)))

/** The user gave the queue up. */
export function dropCopy(store: CopyStore, userId: number): void {
  store.removeItem(keyOf(userId))
}

/** An empty queue leaves nothing. */
export function writeCopy(store: CopyStore, userId: number, copy: QueueCopy): void {
  if (copy.records.length === 0) return dropCopy(store, userId)
  try {
    store.setItem(keyOf(userId), JSON.stringify(copy))
  } catch {
    // The store is full: a copy of an earlier queue would bring back what was sent since.
    dropCopy(store, userId)
  }
}

/** As they are now: what is removed meanwhile moves none of them. */
export const keysWith = (store: CopyStore, prefix: string): string[] =>
  Array.from({ length: store.length }, (_, place) => store.key(place)).flatMap((key) =>
    key?.startsWith(prefix) === true ? [key] : [],
  )

/** Whoever opens the app ends the time of everybody's old copies; one that does not say its age is as old as this visit. */
export function dropOldCopies(store: CopyStore, nowMs: number): void {
  for (const key of keysWith(store, PREFIX)) {
    const copy = parsed(store.getItem(key))
    if (copy === null || nowMs - (copy.keptAt ?? nowMs) > KEPT_FOR_MS) store.removeItem(key)
    else if (copy.keptAt === undefined) store.setItem(key, JSON.stringify({ ...copy, keptAt: nowMs }))
  }
}
