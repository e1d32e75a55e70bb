/** What shows the leads of one tablet. Whenever the tablet is quiet, it must show exactly the stored leads. */
import Dexie, { RangeSet } from 'dexie'

/** A screen with live leads, or the board worker's session. */
export type WatcherKind = 'screen' | 'board'

export interface Watcher {
  readonly kind: WatcherKind
  /** Waits until it shows the stored leads. Call only while a tab of the tablet is open. */
  showsWhatIsStored(): Promise<void>
  close(): void
}

/** Longer than every wait of a watcher, also on a busy machine. */
export const PATIENCE = { interval: 1, timeout: 10_000 }

/**
 * Empties Dexie's cache. It keeps results of live queries for seconds, by the database's name, and the tablets of a user
 * have databases of the same name.
 */
export function forgetQueries(): void {
  Dexie.on.storagemutated.fire({ all: new RangeSet(Number.NEGATIVE_INFINITY, [[]]) })
}
