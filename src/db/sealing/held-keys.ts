/** The store keys of this thread: a page, a worker, the service worker. They are in memory only. */
import type { StoreKeys } from './keys.ts'
import { Locked } from './locked.ts'

let held: StoreKeys | null = null

/** Replaces the keys of any other user. Call it before the user's mirror is opened. */
export function holdKeys(keys: StoreKeys): void {
  held = keys
}

/** Returns null while this user is locked in this thread, and for a user whose device is not protected. */
export function heldKeys(userId: number): StoreKeys | null {
  return held?.userId === userId ? held : null
}

/** Returns the keys of the user who is unlocked in this thread. */
export function anyHeldKeys(): StoreKeys | null {
  return held
}

export function dropKeys(): void {
  held = null
}

const protectedUsers = new Set<number>()

/** Call it when a session of a protected user is read: from then on this thread opens no clear database of theirs. */
export function noteProtected(userId: number): void {
  protectedUsers.add(userId)
}

/**
 * Returns the keys with which this thread, or a worker of it, opens the user's store; null: it is clear. Throws
 * `Locked` for a protected user without keys: the clear database must not appear again.
 */
export function keysToOpen(userId: number): StoreKeys | null {
  const keys = heldKeys(userId)
  if (keys === null && protectedUsers.has(userId)) throw new Locked()
  return keys
}

/** Holds the keys in a page, which opens no clear database of the user any more. */
export function holdProtected(keys: StoreKeys): void {
  holdKeys(keys)
  noteProtected(keys.userId)
}
