/** What a sign-out leaves behind on the device. */

import { onDisk } from '../access/on-disk.ts'
import { lockTalk, syncLockName } from '../access/sync-lock.ts'
import { WRITER } from '../access/writer.ts'
import { noteChanged } from '../changes/journal.ts'
import { closeMirror, type MirrorDb, openMirror } from '../mirror/mirror.ts'
import { MIRROR_ID } from '../outbox/queue-copy.ts'
import { LAST_SENT } from './files.ts'

/**
 * An engine that holds the lock ends when it sees that the session is gone. One that hangs does not stop a sign-out, and
 * writes nothing behind it: the writer's name goes with the mirror (writer.ts).
 */
const PATIENCE_MS = 3000

/** What of the user's own work stays for the same user's next sign-in. */
export interface WhatStays {
  /** The queue with its files. */
  readonly queue: boolean
  /** Forms that were left without saving. */
  readonly drafts: boolean
}

/** Sign-out: all goes but what the user asked to keep. Call it after the session is cleared. */
export async function wipeMirror(userId: number, stays: WhatStays): Promise<void> {
  try {
    await navigator.locks.request(syncLockName(userId), { signal: AbortSignal.timeout(PATIENCE_MS) }, () => {
      const endAnswers = lockTalk.answer(userId)
      return wipeTables(openMirror(userId), stays).finally(endAnswers)
    })
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error
    // Who hangs may have the database open for ever, and it could not be deleted: it is emptied.
    await clearTables(openMirror(userId), stays)
  }
  // A tablet that loses its power now shows nothing of this user either.
  await onDisk(openMirror(userId))
  closeMirror(userId)
}

/**
 * The server ended the session on purpose: what it gave goes, what the user made and nobody else has stays. Nobody could be
 * asked: a new password ends sessions in the middle of the work, and a form that is open goes on keeping what is typed.
 */
export async function dropAllButQueue(db: MirrorDb): Promise<void> {
  if ((await db.catalogues.count()) + (await db.leads.count()) === 0) return
  await db.transaction('rw', db.tables, async () => {
    const [uids, ...stays] = await Promise.all([
      db.leads.toCollection().primaryKeys(),
      db.meta.get(WRITER),
      db.meta.get(LAST_SENT),
    ])
    await clearTables(db, { queue: true, drafts: true })
    // Who does this goes on, and open tabs have told of that document.
    await db.meta.bulkPut(stays.filter((record) => record !== undefined))
    // A board that is open goes on from its place in the journal: it has to learn that they are gone.
    await noteChanged(db, uids)
  })
}

async function wipeTables(db: MirrorDb, stays: WhatStays): Promise<void> {
  const nothingStays = !stays.queue && (!stays.drafts || (await db.drafts.count()) === 0)
  if (nothingStays) await db.delete()
  else await clearTables(db, stays)
}

async function clearTables(db: MirrorDb, stays: WhatStays): Promise<void> {
  const tables = [
    db.leads,
    db.clients,
    db.catalogues,
    db.serverLeads,
    db.serverClients,
    db.timelines,
    db.journal,
    db.meta,
    db.blocks,
    ...(stays.queue ? [] : [db.outbox, db.files]),
    ...(stays.drafts ? [] : [db.drafts]),
  ]
  await db.transaction('rw', [...tables, db.outbox], async () => {
    const id = await db.meta.get(MIRROR_ID)
    await Promise.all(tables.map((table) => table.clear()))
    // The same database still: a copy of its queue is no older one's.
    if (id !== undefined && (await db.outbox.count()) > 0) await db.meta.put(id)
  })
}
