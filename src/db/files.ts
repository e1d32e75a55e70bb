/**
 * Documents that wait on the device for their command: kept before it is queued, sent before it, gone when the server
 * has joined them to their lead.
 */
import { attachFile } from '../commands/attach-file.ts'
import type { MirrorDb } from './mirror.ts'
import { whilePresent } from './presence.ts'
import type { FileRecord, OutboxRecord } from './schema.ts'
import { asStorageFull } from './storage-full.ts'

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

/** Kept, but the command was never queued, as when the disk was full at that moment. */
const FORGOTTEN_AFTER_MS = 86_400_000

export async function dropForgottenFiles(db: MirrorDb, nowMs: number): Promise<void> {
  await db.transaction('rw', db.files, db.outbox, async () => {
    const wanted = new Set((await db.outbox.toArray()).map(attachedFile))
    await db.files
      .filter(({ uid, queuedAt }) => !wanted.has(uid) && nowMs - queuedAt > FORGOTTEN_AFTER_MS)
      .delete()
  })
}
