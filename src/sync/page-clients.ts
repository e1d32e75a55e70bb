/**
 * The clients of a page. Each lead brings its client, and most clients are stored already. Looking up the clients of a
 * large page costs as much as writing its leads. So the leads are written and announced first, and the transaction
 * stores their clients in one `meta` record. A second transaction takes the clients from there.
 */
import type { Table } from 'dexie'
import { z } from 'zod'
import { clientRowSchema } from '../contract/sync.ts'
import { type MirrorDb, queueTables } from '../db/mirror/mirror.ts'
import type { ContextSource } from '../db/outbox/command-context.ts'
import { noDirtyRows, projectAndJournal } from '../db/outbox/projection.ts'
import { wholeQueue } from '../db/outbox/queue-order.ts'
import type { Client } from '../domain/client/client.ts'

const NAME = 'lateClients'
const putBySchema = z.object({ generation: z.number().int(), rows: z.array(clientRowSchema) })

/** Returns the rows that are newer than the stored ones, or of a later generation. */
async function newer(
  table: Table<Client & { generation: number }, string>,
  rows: readonly Client[],
  generation: number,
): Promise<Client[]> {
  const present = await table.bulkGet(rows.map(({ uid }) => uid))
  return rows.filter((row, place) => {
    const old = present[place]
    return old === undefined || old.generation < generation || row.version > old.version
  })
}

/**
 * Stores clients that no queued command writes. Runs inside the caller's transaction. `isNew`: none of them can be
 * stored already.
 */
export async function takeClients(
  db: MirrorDb,
  rows: readonly Client[],
  { generation, isNew }: { generation: number; isNew: boolean },
): Promise<void> {
  const taken = isNew ? rows : await newer(db.clients, rows, generation)
  await db.clients.bulkPut(taken.map((client) => ({ ...client, generation })))
}

/** The same for clients with a queue, which have a separate server row. Returns the uids of changed rows. */
export async function takeServerClients(
  db: MirrorDb,
  rows: readonly Client[],
  generation: number,
): Promise<string[]> {
  const taken = await newer(db.serverClients, rows, generation)
  await db.serverClients.bulkPut(taken.map((client) => ({ ...client, generation })))
  return taken.map(({ uid }) => uid)
}

/** Stores the clients in one record, for `takeClientsPutBy`. Runs inside the transaction that stores their leads. */
export async function putClientsBy(db: MirrorDb, rows: readonly Client[], generation: number): Promise<void> {
  await db.meta.put({ name: NAME, value: { generation, rows } })
}

/** Stores the clients of the record, also after a crash. Projects those that the queue writes, with `source`. */
export async function takeClientsPutBy(db: MirrorDb, source: ContextSource): Promise<void> {
  if ((await db.meta.get(NAME)) === undefined) return
  // Two transactions: screens that read leads wait for one that may write them, and a projection is seldom necessary.
  const queued = await db.transaction('rw', db.clients, db.outbox, db.meta, async () => {
    const { rows, generation, waiting } = await putBy(db)
    if (rows.length + waiting.length === 0) return false
    await takeClients(db, rows, { generation, isNew: false })
    if (waiting.length === 0) await db.meta.delete(NAME)
    else await putClientsBy(db, waiting, generation)
    return waiting.length > 0
  })
  if (!queued) return
  await db.transaction('rw', queueTables(db), async () => {
    const { rows, generation, waiting } = await putBy(db)
    await takeClients(db, rows, { generation, isNew: false })
    const dirty = noDirtyRows()
    for (const uid of await takeServerClients(db, waiting, generation)) dirty.clients.add(uid)
    await db.meta.delete(NAME)
    await projectAndJournal(db, dirty, source)
  })
}

interface PutBy {
  readonly generation: number
  readonly rows: readonly Client[]
  /** The clients that queued commands write. */
  readonly waiting: readonly Client[]
}

async function putBy(db: MirrorDb): Promise<PutBy> {
  const [record, queue] = await Promise.all([db.meta.get(NAME), wholeQueue(db)])
  if (record === undefined) return { generation: 0, rows: [], waiting: [] }
  const { generation, rows } = putBySchema.parse(record.value)
  const written = new Set(queue.map(({ clientUid }) => clientUid))
  return {
    generation,
    rows: rows.filter(({ uid }) => !written.has(uid)),
    waiting: rows.filter(({ uid }) => written.has(uid)),
  }
}
