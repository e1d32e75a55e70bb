/**
 * Removes rows that expire without a message of the server: finished leads outside their window, and clients to which
 * no lead on this device refers.
 */

import { hasAgedOut } from '../domain/lead/access.ts'
import { noteChanged } from '../store/changes/journal.ts'
import type { ContextSource } from '../store/outbox/command-context.ts'
import { evict } from '../store/outbox/lead-queue.ts'
import { wholeQueue } from '../store/outbox/queue-order.ts'
import { type MirrorDb, queueTables } from '../store/schema/mirror.ts'
import { rowChunks } from '../store/staging/drain.ts'

const CHUNK = 2000

/** Deletes them, but no lead with a queue. `nowMs` is the corrected clock. Returns the number of deleted leads. */
export async function sweepAged(db: MirrorDb, source: ContextSource, nowMs: number): Promise<number> {
  const { aged, unnamed } = await survey(db, source, nowMs)
  if (aged.size === 0 && unnamed.length === 0) return 0
  return db.transaction('rw', queueTables(db), async () => {
    const queue = await wholeQueue(db)
    const queued = new Set(queue.map((record) => record.entityUid))
    const gone = [...aged.keys()].filter((uid) => !queued.has(uid))
    // Clients that the queue writes stay, and clients of leads that stay for their queue.
    const needed = new Set(queue.flatMap((record) => record.clientUid ?? []))
    for (const [uid, client] of aged) if (queued.has(uid)) needed.add(client)
    await evict(db, gone)
    await db.clients.bulkDelete(unnamed.filter((uid) => !needed.has(uid)))
    if (gone.length > 0) await noteChanged(db, gone)
    return gone.length
  })
}

interface Survey {
  /** Uids of the expired leads, each with its client's uid. */
  readonly aged: ReadonlyMap<string, string>
  /** Clients to which none of the other leads refers. */
  readonly unnamed: readonly string[]
}

/** Reads the leads in chunks, outside a writing transaction, so that screens can read meanwhile. */
async function survey(db: MirrorDb, source: ContextSource, nowMs: number): Promise<Survey> {
  const aged = new Map<string, string>()
  const named = new Set<string>()
  for await (const leads of rowChunks(db, db.leads, CHUNK))
    for (const lead of leads)
      if (hasAgedOut(lead, source.settings, nowMs)) aged.set(lead.uid, lead.client_uid)
      else named.add(lead.client_uid)
  const unnamed = (await db.clients.toCollection().primaryKeys()).filter((uid) => !named.has(uid))
  return { aged, unnamed }
}
