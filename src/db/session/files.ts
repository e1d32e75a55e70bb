/**
 * Documents that wait on the device for their command: kept before it is queued, sent before it, gone when the server
 * has joined them to their lead.
 */

import { attachFile } from '../../commands/attach-file.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { FileState } from '../../domain/lead/lead-file.ts'
import { DAY_MS } from '../../domain/time/durations.ts'
import { whilePresent } from '../access/presence.ts'
import { asStorageFull } from '../access/storage-full.ts'
import type { MirrorDb } from '../mirror/mirror.ts'
import type { FileRecord, OutboxRecord } from '../mirror/schema.ts'

/** Throws StorageFull when the disk is full; then nothing of it is kept. */
export async function keepFile(db: MirrorDb, file: Omit<FileRecord, 'uploaded'>): Promise<void> {
  try {
    await whilePresent(() => db.files.put({ ...file, uploaded: 0 }))
  } catch (error) {
    throw asStorageFull(error)
  }
}

/** undefined: it went to the server, or was given up. */
export function readFile(db: MirrorDb, uid: string): Promise<FileRecord | undefined> {
  return db.files.get(uid)
}

export async function dropFile(db: MirrorDb, uid: string): Promise<void> {
  await db.files.delete(uid)
}

/** Uid of the file that the command joins to its lead; null for every other command. */
export function attachedFile(record: Pick<OutboxRecord, 'command' | 'args'>): string | null {
  if (record.command !== attachFile.name) return null
  const parsed = attachFile.args.safeParse(record.args)
  return parsed.success ? parsed.data.file_uid : null
}

/** Its record in `meta`: the document that the server took last. */
export const LAST_SENT = 'lastFileSent'

/** Inside the transaction in which the server's answer is taken: the document is with its lead, the kept copy goes. */
export async function settleFile(db: MirrorDb, uid: string): Promise<void> {
  await db.files.delete(uid)
  await db.meta.put({ name: LAST_SENT, value: uid })
}

const attachments = (db: MirrorDb) => db.outbox.filter((record) => attachedFile(record) !== null).toArray()

const isRefused = ({ state }: OutboxRecord) => state === 'rejected' || state === 'conflict'

/** What the server last said of documents: which it took last, and those that it refused. */
export interface FileOutcomes {
  readonly lastSent: unknown
  readonly refused: readonly { readonly key: string; readonly message: string }[]
}

export async function fileOutcomes(db: MirrorDb): Promise<FileOutcomes> {
  const refused = (await attachments(db)).filter(isRefused)
  return {
    lastSent: (await db.meta.get(LAST_SENT))?.value,
    refused: refused.map(({ key, problem }) => ({ key, message: problem?.message ?? '' })),
  }
}

/** Where the lead's document is; the last one that was chosen counts. */
export async function fileState(db: MirrorDb, lead: Pick<Lead, 'uid' | 'file_path'>): Promise<FileState> {
  const last = (await attachments(db)).findLast(({ entityUid }) => entityUid === lead.uid)
  if (last !== undefined) return isRefused(last) ? 'refused' : 'queued'
  return lead.file_path === null ? 'none' : 'sent'
}

/** Kept, but the command was never queued, as when the disk was full at that moment. */
const FORGOTTEN_AFTER_MS = DAY_MS

export async function dropForgottenFiles(db: MirrorDb, nowMs: number): Promise<void> {
  await db.transaction('rw', db.files, db.outbox, async () => {
    const wanted = new Set((await db.outbox.toArray()).map(attachedFile))
    await db.files
      .filter(({ uid, queuedAt }) => !wanted.has(uid) && nowMs - queuedAt > FORGOTTEN_AFTER_MS)
      .delete()
  })
}
