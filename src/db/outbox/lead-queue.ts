/** What is queued for one lead or client, and how a lead leaves the device. Runs inside the caller's transaction over `queueTables`. */
import type { MirrorDb } from '../mirror/mirror.ts'
import { GONE, type OutboxRecord } from '../mirror/schema.ts'
import { isCreation, isReplayed } from './replay.ts'

/**
 * A lead whose commands are still to be sent stays on the device, whatever the server says of its scope; one that began
 * here and was refused stays until the user gives it up.
 */
export const isProtected = (records: readonly OutboxRecord[] | undefined) =>
  records?.some((record) => isReplayed(record) || isCreation(record)) ?? false

/** The lead's commands, oldest first. */
export function queueOf(db: MirrorDb, uid: string): Promise<OutboxRecord[]> {
  return db.outbox.where('entityUid').equals(uid).sortBy('seq')
}

/** The commands that write the client, oldest first, whichever lead they are about. */
export function clientQueueOf(db: MirrorDb, uid: string): Promise<OutboxRecord[]> {
  return db.outbox.where('clientUid').equals(uid).sortBy('seq')
}

/** Takes leads off the device. */
export async function letGo(db: MirrorDb, uids: string[]): Promise<void> {
  await db.leads.bulkDelete(uids)
  await db.serverLeads.bulkDelete(uids)
  await db.timelines.bulkDelete(uids)
}

/** The server no longer shows the lead: it goes now, or, while commands of it wait, after the last of them. */
export async function letGoInTime(db: MirrorDb, uid: string): Promise<void> {
  if (isProtected(await queueOf(db, uid))) await db.serverLeads.update(uid, { generation: GONE })
  else await letGo(db, [uid])
}
