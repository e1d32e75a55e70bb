/** What a sign-out leaves behind on the device. */
import { noteChanged } from './journal.ts'
import { closeMirror, type MirrorDb, openMirror } from './mirror.ts'
import { onDisk } from './on-disk.ts'
import { MIRROR_ID } from './queue-copy.ts'
import { syncLockName } from './sync-lock.ts'

/** An engine that holds the lock ends when it sees that the session is gone; one that hangs does not stop a sign-out. */
const PATIENCE_MS = 3000

/**
 * Sign-out: the mirror goes; the queue with its files only if the user says so. Forms that were left without saving
 * stay for the same user's next sign-in: who signed out by mistake loses nothing. Call it after `clearSession`.
 */
export async function wipeMirror(userId: number, { keepOutbox }: { keepOutbox: boolean }): Promise<void> {
  const wipe = () => wipeTables(openMirror(userId), keepOutbox)
  try {
    await navigator.locks.request(syncLockName(userId), { signal: AbortSignal.timeout(PATIENCE_MS) }, wipe)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error
    await wipe()
  }
  // A tablet that loses its power now shows nothing of this user either.
  await onDisk(openMirror(userId))
  closeMirror(userId)
}

/** The server ended the session on purpose: what it gave goes, what the user made and nobody else has stays. */
export async function dropAllButQueue(db: MirrorDb): Promise<void> {
  if ((await db.catalogues.count()) + (await db.leads.count()) === 0) return
  await db.transaction('rw', db.tables, async () => {
    const uids = await db.leads.toCollection().primaryKeys()
    await wipeTables(db, true)
    // A board that is open goes on from its place in the journal: it has to learn that they are gone.
    await noteChanged(db, uids)
  })
}

async function wipeTables(db: MirrorDb, keepOutbox: boolean): Promise<void> {
  const nothingStays = !keepOutbox && (await db.drafts.count()) === 0
  if (nothingStays) return db.delete()
  const tables = [
    db.leads,
    db.clients,
    db.catalogues,
    db.bases,
    db.clientBases,
    db.timelines,
    db.journal,
    db.meta,
    db.blocks,
    ...(keepOutbox ? [] : [db.outbox, db.files]),
  ]
  await db.transaction('rw', [...tables, db.outbox], async () => {
    const id = await db.meta.get(MIRROR_ID)
    await Promise.all(tables.map((table) => table.clear()))
    // The same database still: a copy of its queue is no older one's.
    if (id !== undefined && (await db.outbox.count()) > 0) await db.meta.put(id)
  })
}
