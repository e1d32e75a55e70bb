/**
 * Documents whose command is queued. The device stores a document before its command is queued and uploads it before it
 * sends the command. It deletes the document when the server has attached it to its lead.
 */

import { attachFile } from '../../commands/attach-file.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { FileState } from '../../domain/lead/lead-file.ts'
import { DAY_MS } from '../../domain/time/durations.ts'
import { whilePresent } from '../access/presence.ts'
import { asStorageFull } from '../access/storage-full.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import type { FileRecord, OutboxRecord } from '../schema/records.ts'

/** A device that is not protected never loads it. */
const sealedFiles = () => import('./sealed-file.ts')

/** Stores a document. Throws StorageFull when the disk is full; nothing is stored then. */
export async function keepFile(db: MirrorDb, file: Omit<FileRecord, 'uploaded'>): Promise<void> {
  try {
    const record: FileRecord = { ...file, uploaded: 0 }
    const stored =
      db.sealer === null ? record : await (await sealedFiles()).sealedFile(db.sealer.keys, record)
    await whilePresent(() => db.table('files').put(stored))
  } catch (error) {
    throw asStorageFull(error)
  }
}

/** Returns undefined when the server has the document or the user discarded it. */
export async function readFile(db: MirrorDb, uid: string): Promise<FileRecord | undefined> {
  const { sealer } = db
  if (sealer === null) return db.files.get(uid)
  const stored = await db.table<unknown, string>('files').get(uid)
  if (typeof stored !== 'object' || stored === null) return undefined
  try {
    const { openedFile } = await sealedFiles()
    return await openedFile(sealer.keys, stored)
  } catch (error) {
    db.unopened.note({ table: 'files', key: uid, isOwn: true })
    throw error
  }
}

export async function dropFile(db: MirrorDb, uid: string): Promise<void> {
  await db.files.delete(uid)
}

/** Returns the uid of the file that the command attaches, or null for every other command. */
export function attachedFile(record: Pick<OutboxRecord, 'command' | 'args'>): string | null {
  if (record.command !== attachFile.name) return null
  const parsed = attachFile.args.safeParse(record.args)
  return parsed.success ? parsed.data.file_uid : null
}

/** Name of the `meta` record that contains the uid of the last document that the server attached. */
export const LAST_SENT = 'lastFileSent'

/** Deletes the attached document. Runs inside the transaction that stores the server's answer. */
export async function settleFile(db: MirrorDb, uid: string): Promise<void> {
  await db.files.delete(uid)
  await db.meta.put({ name: LAST_SENT, value: uid })
}

const attachments = (db: MirrorDb) => db.outbox.filter((record) => attachedFile(record) !== null).toArray()

const isRefused = ({ state }: OutboxRecord) => state === 'rejected' || state === 'conflict'

/** The latest outcomes of documents: the last one attached, and the refused ones. */
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

/** Returns the state of the lead's document. The last document that the user chose counts. */
export async function fileState(db: MirrorDb, lead: Pick<Lead, 'uid' | 'file_path'>): Promise<FileState> {
  const last = (await attachments(db)).findLast(({ entityUid }) => entityUid === lead.uid)
  if (last !== undefined) return isRefused(last) ? 'refused' : 'queued'
  return lead.file_path === null ? 'none' : 'sent'
}

/** Age at which a document without a command is deleted: the disk may have been full when the command was queued. */
const FORGOTTEN_AFTER_MS = DAY_MS

export async function dropForgottenFiles(db: MirrorDb, nowMs: number): Promise<void> {
  await db.transaction('rw', db.files, db.outbox, async () => {
    const wanted = new Set((await db.outbox.toArray()).map(attachedFile))
    await db.files
      .filter(({ uid, queuedAt }) => !wanted.has(uid) && nowMs - queuedAt > FORGOTTEN_AFTER_MS)
      .delete()
  })
}
