/**
 * Restores the queue after an eviction: a browser that needs space may delete a site's databases without asking. A
 * copy of the queue, which exists nowhere else, is outside the database (src/device/keep-queue-copy.ts). Documents
 * are too large to copy.
 */
import { z } from 'zod'
import { readMeta } from '../mirror/meta.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import type { OutboxRecord } from '../schema/records.ts'

function isRecord(value: unknown): value is OutboxRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'key' in value &&
    typeof value.key === 'string' &&
    'command' in value &&
    typeof value.command === 'string' &&
    'entityUid' in value &&
    typeof value.entityUid === 'string' &&
    'state' in value &&
    typeof value.state === 'string'
  )
}

export const queueCopySchema = z.object({
  /** The id of the copied database. */
  mirrorId: z.string(),
  records: z.array(z.custom<OutboxRecord>(isRecord)),
  /** When this user last had the app open on this device, epoch ms. Copies of an earlier version do not contain it. */
  keptAt: z.number().optional(),
})
export type QueueCopy = z.infer<typeof queueCopySchema>

function withoutPlace(record: OutboxRecord): OutboxRecord {
  const copy = { ...record }
  delete copy.seq
  return copy
}

/** Name of the `meta` record that contains the database's id. */
export const MIRROR_ID = 'mirrorId'

/** Returns the id of this database. A database that was deleted and created again has another. */
export function mirrorId(db: MirrorDb): Promise<string> {
  return db.transaction('rw', db.meta, async () => {
    const known = await readMeta(db, MIRROR_ID)
    if (typeof known === 'string') return known
    const value = crypto.randomUUID()
    await db.meta.put({ name: MIRROR_ID, value })
    return value
  })
}

/**
 * Restores the queue if this database is not the copied one. The commands keep their keys, so the server answers those
 * that it already has from its log. Returns the number of restored commands.
 */
export function restoreQueue(db: MirrorDb, copy: QueueCopy): Promise<number> {
  return db.transaction('rw', db.meta, db.outbox, async () => {
    if ((await readMeta(db, MIRROR_ID)) === copy.mirrorId) return 0
    const keys = copy.records.map(({ key }) => key)
    const present = new Set((await db.outbox.where('key').anyOf(keys).toArray()).map(({ key }) => key))
    const lost = copy.records.filter(({ key }) => !present.has(key))
    // The records get new positions in the same order.
    await db.outbox.bulkAdd(lost.map(withoutPlace))
    await db.meta.put({ name: MIRROR_ID, value: copy.mirrorId })
    return lost.length
  })
}
