/** The window's copy of the queue in local storage, which a browser that evicts databases keeps. */

import { liveQuery } from 'dexie'
import { openMirror } from '../db/open.ts'
import { mirrorId, restoreQueue } from '../db/outbox/queue-copy.ts'
import { dropCopy, dropOldCopies, type Recovery, readCopy, writeCopy } from '../db/outbox/queue-copy-store.ts'
import { wholeQueue } from '../db/outbox/queue-order.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import { deviceId } from '../db/session/device-session.ts'

/** Deletes the copy: the user gave the queue up. */
export function dropQueueCopy(userId: number): void {
  dropCopy(window.localStorage, userId)
}

/** What recovers the keyring of a protected device. It is asked for each time: a sign-in may have changed the wrap. */
async function recovery({ userId, sealer, device }: MirrorDb): Promise<() => Recovery | null> {
  if (sealer === null) return () => null
  const [{ readServerWrap, serverWrap }, id] = await Promise.all([
    import('./keyring/server-wrap.ts'),
    deviceId(device),
  ])
  // A keyring that is not to be read must not prevent the copy, which this device itself opens without it.
  await readServerWrap(userId).catch(() => undefined)
  return () => {
    const wrap = serverWrap(userId)
    return wrap === null ? null : { wrap, deviceId: id }
  }
}

async function follow(db: MirrorDb, signal: AbortSignal, onRestored: (count: number) => void): Promise<void> {
  const store = window.localStorage
  dropOldCopies(store, Date.now())
  const copy = readCopy(store, db)
  const restored = copy === null ? 0 : await restoreQueue(db, copy)
  if (restored > 0) onRestored(restored)
  const id = await mirrorId(db)
  const presentRecovery = await recovery(db)
  if (signal.aborted) return
  const subscription = liveQuery(() => wholeQueue(db)).subscribe({
    next: (records) => writeCopy(store, db, { mirrorId: id, records, keptAt: Date.now() }, presentRecovery()),
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
