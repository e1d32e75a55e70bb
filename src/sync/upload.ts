/** Uploads the files of queued commands, one at a time, before their commands are sent. */

import { contextSource } from '../db/outbox/command-context.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import type { OutboxRecord } from '../db/schema/records.ts'
import { attachedFile, readFile } from '../db/session/files.ts'
import { refuseUnsent } from './apply-results.ts'
import { backoffMs } from './backoff.ts'
import type { Failure, PushDeps } from './ports.ts'

/** Returns the uids of files that the server does not have yet. */
export async function unsentFiles(db: MirrorDb): Promise<ReadonlySet<string>> {
  return new Set(await db.files.where('uploaded').equals(0).primaryKeys())
}

/**
 * Whether the command's file must be uploaded first. If the file is lost, the command goes, and the server refuses it.
 */
export function awaitsFile(record: OutboxRecord, unsent: ReadonlySet<string>): boolean {
  const file = attachedFile(record)
  return file !== null && unsent.has(file)
}

/**
 * Uploads the command's file. Returns null when the command may go or was refused. A returned failure concerns this
 * file only: a large file may be slow while the rest works.
 */
export async function sendFile(
  deps: PushDeps,
  record: OutboxRecord,
  signal: AbortSignal,
): Promise<Failure | null> {
  const { db, transport, user } = deps
  const kept = await readFile(db, attachedFile(record) ?? '')
  if (kept === undefined) return null
  const end = await transport.upload(kept.uid, kept.bytes, signal)
  switch (end.kind) {
    case 'ok':
      await db.files.update(kept.uid, { uploaded: 1 })
      return null
    case 'refused':
      await refuseUnsent(db, record.key, end, await contextSource(db, user))
      return null
    case 'offline':
      return holdOff(deps, record, 'O arquivo de um lead ainda não pôde ser enviado.')
    case 'later':
      return end.retryAfterMs === null ? holdOff(deps, record, end.message) : end
    default:
      return end
  }
}

async function holdOff(
  { db, now, random }: PushDeps,
  { key }: OutboxRecord,
  message: string,
): Promise<Failure> {
  await db.outbox
    .where('key')
    .equals(key)
    .modify((record) => {
      record.attempts += 1
      record.retryAt = now() + backoffMs(record.attempts, random)
    })
  return { kind: 'later', retryAfterMs: null, message }
}
