/** The window's copy of the queue, in local storage, which a browser that clears databases leaves alone. */
import { liveQuery } from 'dexie'
import { type MirrorDb, openMirror } from '../db/mirror.ts'
import { mirrorId, type QueueCopy, queueCopySchema, restoreQueue } from '../db/queue-copy.ts'
import { outboxAll } from '../db/reads.ts'

const keyOf = (userId: number) => `farol_queue_${userId}`

function storedCopy(userId: number): QueueCopy | null {
  const text = window.localStorage.getItem(keyOf(userId))
  if (text === null) return null
  try {
    return queueCopySchema.parse(JSON.parse(text))
  } catch {
    // Cut off or of another version: there is nothing to put back from it.
    return null
  }
}

function store(userId: number, copy: QueueCopy): void {
  if (copy.records.length === 0) return dropQueueCopy(userId)
  try {
    window.localStorage.setItem(keyOf(userId), JSON.stringify(copy))
  } catch {
    // Local storage is full: a copy of an earlier queue would bring back what was sent since.
    dropQueueCopy(userId)
  }
}

/** The user gave the queue up. */
export function dropQueueCopy(userId: number): void {
  window.localStorage.removeItem(keyOf(userId))
}

async function follow(db: MirrorDb, signal: AbortSignal, onRestored: (count: number) => void): Promise<void> {
  const copy = storedCopy(db.userId)
  const restored = copy === null ? 0 : await restoreQueue(db, copy)
  if (restored > 0) onRestored(restored)
  const id = await mirrorId(db)
  if (signal.aborted) return
  const subscription = liveQuery(() => outboxAll(db)).subscribe({
    next: (records) => store(db.userId, { mirrorId: id, records }),
    error: () => {
      // The database is gone: the copy stays as it is, which is what it is for.
    },
  })
  signal.addEventListener('abort', () => subscription.unsubscribe())
}

/** Puts back what a cleared database lost, tells how much it was, and keeps the copy from then on; answers how to stop. */
export function keepQueueCopy(userId: number, onRestored: (count: number) => void): () => void {
  const end = new AbortController()
  follow(openMirror(userId), end.signal, onRestored).catch(() => {
    // A full disk or a database closed meanwhile: the copy stays, and the next start tries again.
  })
  return () => end.abort()
}
