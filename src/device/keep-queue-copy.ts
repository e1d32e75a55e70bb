/** The window's copy of the queue in local storage, which a browser that evicts databases keeps. */

import { liveQuery } from 'dexie'
import { openMirror } from '../store/open.ts'
import { mirrorId, restoreQueue } from '../store/outbox/queue-copy.ts'
import { dropCopy, dropOldCopies, readCopy, writeCopy } from '../store/outbox/queue-copy-store.ts'
import { wholeQueue } from '../store/outbox/queue-order.ts'
import type { MirrorDb } from '../store/schema/mirror.ts'

/** Deletes the copy: the user gave the queue up. */
export function dropQueueCopy(userId: number): void {
  dropCopy(window.localStorage, userId)
}

async function follow(db: MirrorDb, signal: AbortSignal, onRestored: (count: number) => void): Promise<void> {
  const store = window.localStorage
  dropOldCopies(store, Date.now())
  const copy = readCopy(store, db)
  const restored = copy === null ? 0 : await restoreQueue(db, copy)
  if (restored > 0) onRestored(restored)
  const id = await mirrorId(db)
  if (signal.aborted) return
  const subscription = liveQuery(() => wholeQueue(db)).subscribe({
    next: (records) => writeCopy(store, db, { mirrorId: id, records, keptAt: Date.now() }),
    error: () => {
      // The database is gone. The copy stays: it exists for this case.
    },
  })
  signal.addEventListener('abort', () => subscription.unsubscribe())
}

/**
 * Restores commands that an evicted database lost, calls `onRestored` with their number, and maintains the copy.
 * Returns a function that stops it.
 */
export function keepQueueCopy(userId: number, onRestored: (count: number) => void): () => void {
  const end = new AbortController()
  follow(openMirror(userId), end.signal, onRestored).catch(() => {
    // A full disk, or a closed database. The copy stays, and the next start tries again.
  })
  return () => end.abort()
}
