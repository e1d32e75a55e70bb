/** Deletes a user's data from the device at a sign-out. */

import { onDisk } from './access/on-disk.ts'
import { lockTalk, syncLockName } from './access/sync-lock.ts'
import { WRITER } from './access/writer.ts'
import { noteChanged } from './changes/journal.ts'
import { closeMirror, openMirror } from './open.ts'
import { MIRROR_ID } from './outbox/queue-copy.ts'
import { LOCKED_SENDS } from './outbox/sealed-push-record.ts'
import type { MirrorDb } from './schema/mirror.ts'
import { LAST_SENT } from './session/files.ts'

/**
 * Time for an engine that holds the lock to notice that the session is gone. An engine that hangs cannot prevent the
 * sign-out, and the fence refuses its later writes: the writer's name is deleted with the mirror (writer.ts).
 */
const PATIENCE_MS = 3000

/** The user's own work that stays for the next sign-in of the same user. */
export interface WhatStays {
  /** The queue with its documents. */
  readonly queue: boolean
  /** The drafts. */
  readonly drafts: boolean
}

/** Deletes all data except what the user asked to keep. Call it after the session is cleared. */
export async function wipeMirror(userId: number, stays: WhatStays): Promise<void> {
  try {
    await navigator.locks.request(syncLockName(userId), { signal: AbortSignal.timeout(PATIENCE_MS) }, () => {
      const endAnswers = lockTalk.answer(userId)
      return wipeTables(openMirror(userId), stays).finally(endAnswers)
    })
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error
    // A page that hangs may keep the database open, and then it cannot be deleted. Clearing its tables works.
    await clearTables(openMirror(userId), stays)
  }
  // After a loss of power this user's data must not reappear.
  await onDisk(openMirror(userId))
  closeMirror(userId)
}

/**
 * Deletes the mirrored data of a session that the server ended deliberately. Queue and drafts stay, without a question:
 * a new password ends sessions while users work, and an open form continues to store drafts.
 */
export async function dropAllButQueue(db: MirrorDb): Promise<void> {
  if ((await db.catalogues.count()) + (await db.leads.count()) + (await db.answers.count()) === 0) return
  await db.transaction('rw', db.tables, async () => {
    const [uids, ...stays] = await Promise.all([
      db.leads.toCollection().primaryKeys(),
      db.meta.get(WRITER),
      db.meta.get(LAST_SENT),
    ])
    await clearTables(db, { queue: true, drafts: true })
    // The engine that runs this goes on writing, so its name stays (WRITER). So does the uid of the document that was
    // sent last (LAST_SENT): open tabs have already reported it to the user.
    await db.meta.bulkPut(stays.filter((record) => record !== undefined))
    // An open board continues from its journal entry, so the journal must contain the deletions.
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
    db.answers,
    db.formerTimelines,
    db.journal,
    db.meta,
    db.blocks,
    ...(stays.queue ? [] : [db.outbox, db.files]),
    ...(stays.drafts ? [] : [db.drafts]),
  ]
  await db.transaction('rw', [...tables, db.outbox], async () => {
    const ofQueue = await db.meta.bulkGet([MIRROR_ID, LOCKED_SENDS])
    await Promise.all(tables.map((table) => table.clear()))
    // The database is the same, so its id stays: a copy of its queue must not count as another database's.
    if ((await db.outbox.count()) > 0) await db.meta.bulkPut(ofQueue.filter((record) => record !== undefined))
  })
}
