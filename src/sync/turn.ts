/** One writer per user and device: several tabs want to run the engine, and whoever holds the lock does. */
import { syncLockName } from '../db/sync-lock.ts'

/** What of `navigator.locks` is used. */
export interface Locks {
  request(name: string, options: { signal: AbortSignal }, act: () => Promise<void>): Promise<unknown>
}

/** Waits until no other tab works for this user, then works, and holds the others off for as long. `signal` ends the waiting. */
export async function inTurn(
  { userId, signal, locks }: { userId: number; signal: AbortSignal; locks: Locks },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await locks.request(syncLockName(userId), { signal }, work)
  } catch (error) {
    // Stopped while waiting for the lock: that is how waiting ends.
    if (!signal.aborted) throw error
  }
}
