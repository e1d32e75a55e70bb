/** What local storage knows of work that waits on this device for its user. It names no person. docs/rules.md#sign-in */
import { DAY_MS } from '../../domain/time/durations.ts'

/** Begins the key of a user's copy of the queue, which exists while commands are unsent. */
export const QUEUE_COPY_PREFIX = 'farol_queue_'
/** Begins the key of the day on which a user signed out and kept drafts. */
const DRAFTS_PREFIX = 'farol_kept_drafts_'
/** As long as the drafts themselves. */
const KEPT_FOR_MS = 30 * DAY_MS

/** As much of `localStorage` as is needed. */
interface Store {
  readonly length: number
  key(place: number): string | null
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Call it at a sign-out: whether the user's drafts stay. */
export function noteKeptDrafts(store: Store, userId: number, stay: boolean, nowMs: number): void {
  if (!stay) return forgetKeptDrafts(store, userId)
  try {
    store.setItem(`${DRAFTS_PREFIX}${userId}`, String(nowMs))
  } catch {
    // The storage is full. The drafts wait without a sentence about them.
  }
}

/** Call it at a sign-in: the user sees the own drafts again. */
export const forgetKeptDrafts = (store: Store, userId: number): void =>
  store.removeItem(`${DRAFTS_PREFIX}${userId}`)

/** Returns whether anybody's kept drafts are on this device. */
export function hasKeptDrafts(store: Store, nowMs: number): boolean {
  const keys = Array.from({ length: store.length }, (_, place) => store.key(place) ?? '')
  const isFresh = (key: string) => nowMs - Number(store.getItem(key)) <= KEPT_FOR_MS
  return keys.some((key) => key.startsWith(DRAFTS_PREFIX) && isFresh(key))
}
