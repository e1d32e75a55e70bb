/**
 * A browser that needs room may clear the database of a site without asking. The queue is what nobody else has: a copy
 * of it stands outside the database (src/workers/queue-copy-bridge.ts), and here it comes back. Files are too large for it.
 */
import { z } from 'zod'
import { type MirrorDb, readMeta } from '../mirror/mirror.ts'
import type { OutboxRecord } from '../mirror/schema.ts'

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
  /** The database that it is a copy of. */
  mirrorId: z.string(),
  records: z.array(z.custom<OutboxRecord>(isRecord)),
  /** When this user last had the app open here, epoch ms; a copy of an earlier version does not say. */
  keptAt: z.number().optional(),
})
export type QueueCopy = z.infer<typeof queueCopySchema>

function withoutPlace(record: OutboxRecord): OutboxRecord {
  const copy = { ...record }
  delete copy.seq
  return copy
}

/** Name of the small fact that says which database this is. */
export const MIRROR_ID = 'mirrorId'

/** Tells this database from one that was made anew under the same name. */
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
 * Puts the queue back where the database is not the one that it was copied from. The commands keep their keys: what the
 * server has already is answered from its log. Answers how many were put back.
 */
export function restoreQueue(db: MirrorDb, copy: QueueCopy): Promise<number> {
  return db.transaction('rw', db.meta, db.outbox, async () => {
    if ((await readMeta(db, MIRROR_ID)) === copy.mirrorId) return 0
    const keys = copy.records.map(({ key }) => key)
    const present = new Set((await db.outbox.where('key').anyOf(keys).toArray()).map(({ key }) => key))
    const lost = copy.records.filter(({ key }) => !present.has(key))
    // Their places in the queue are given anew, in the same order.
    await db.outbox.bulkAdd(lost.map(withoutPlace))
    await db.meta.put({ name: MIRROR_ID, value: copy.mirrorId })
    return lost.length
  })
}
