/**
 * The queue of one lead or client, and how a lead leaves the device.
 * Runs inside the caller's transaction over `queueTables`.
 */
import { dropAnswersAbout } from '../mirror/answers.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import { GONE, type OutboxRecord } from '../schema/records.ts'
import { dropOutcomeAbout } from './last-outcome.ts'
import { isCreation, isReplayed } from './replay.ts'

/**
 * Whether the lead must stay on the device although it left the server's scope. A lead with unsent commands stays. A
 * refused creation stays until the user discards it.
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

/** Deletes leads, their server rows, the answers about them and the last outcome from the device. */
export async function evict(db: MirrorDb, uids: string[]): Promise<void> {
  if (uids.length === 0) return
  await db.leads.bulkDelete(uids)
  await db.serverLeads.bulkDelete(uids)
  await dropAnswersAbout(db, uids)
  await dropOutcomeAbout(db, uids)
}

/** Removes a lead that left the scope: at once, or after the last of its waiting commands. */
export async function evictInTime(db: MirrorDb, uid: string): Promise<void> {
  if (isProtected(await queueOf(db, uid))) await db.serverLeads.update(uid, { generation: GONE })
  else await evict(db, [uid])
}
