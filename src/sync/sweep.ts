/**
 * Removes rows that expire without a message of the server: finished leads outside their window, and clients to which
 * no lead on this device refers. It opens no lead of a protected device but those whose window may have ended since the last
 * sweep: docs/sync-protocol.md#sweep.
 */
import { z } from 'zod'
import { noteChanged } from '../db/changes/journal.ts'
import { readMeta } from '../db/mirror/meta.ts'
import type { ContextSource } from '../db/outbox/command-context.ts'
import { evict } from '../db/outbox/lead-queue.ts'
import { wholeQueue } from '../db/outbox/queue-order.ts'
import { type MirrorDb, queueTables } from '../db/schema/mirror.ts'
import type { LeadRecord } from '../db/schema/records.ts'
import { columnChunks, rowChunks } from '../db/staging/drain.ts'
import { finishedWindows, hasAgedOut } from '../domain/lead/access.ts'
import { DAY_MS } from '../domain/time/durations.ts'

const CHUNK = 2000

/** Name of the `meta` record with the last sweep of a protected device. */
const SWEPT = 'swept'

const sweptSchema = z.object({
  /** Leads whose window had ended by then are gone. Epoch ms of the corrected clock. */
  to: z.number(),
  /** The windows that were judged by, in days, from the shortest. */
  windows: z.array(z.number()),
})
type Swept = z.infer<typeof sweptSchema>

/** Deletes them, but no lead with a queue. `nowMs` is the corrected clock. Returns the number of deleted leads. */
export async function sweepAged(db: MirrorDb, source: ContextSource, nowMs: number): Promise<number> {
  const { aged, unnamed, swept } = await survey(db, source, nowMs)
  if (aged.size === 0 && unnamed.length === 0 && swept === null) return 0
  return db.transaction('rw', queueTables(db), async () => {
    const queue = await wholeQueue(db)
    // A command that is given up brings back a row that has aged meanwhile.
    if (swept !== null && queue.length === 0) await db.meta.put({ name: SWEPT, value: swept })
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
  /** What this sweep is noted as; null: nothing was opened, and nothing is to be noted. */
  readonly swept: Swept | null
}

/** Reads the leads in chunks, outside a writing transaction, so that screens can read meanwhile. */
async function survey(db: MirrorDb, { settings }: ContextSource, nowMs: number): Promise<Survey> {
  const aged = new Map<string, string>()
  const named = new Set<string>()
  const judge = (leads: readonly (LeadRecord | undefined)[]) => {
    for (const lead of leads)
      if (lead === undefined) continue
      else if (hasAgedOut(lead, settings, nowMs)) aged.set(lead.uid, lead.client_uid)
      else named.add(lead.client_uid)
  }
  let swept: Swept | null = null
  if (db.sealer === null) for await (const leads of rowChunks(db, db.leads, CHUNK)) judge(leads)
  else {
    const { sold, lost, endorsement } = finishedWindows(settings)
    const now: Swept = { to: nowMs, windows: [sold, lost, endorsement] }
    const candidates = await candidatesOf(db, now, named)
    for (let from = 0; from < candidates.length; from += CHUNK)
      judge(await db.leads.bulkGet(candidates.slice(from, from + CHUNK)))
    if (candidates.length > 0) swept = now
  }
  const unnamed = (await db.clients.toCollection().primaryKeys()).filter((uid) => !named.has(uid))
  return { aged, unnamed, swept }
}

/** The leads for which a window has ended since the last sweep. The clients of the others are put into `named`. */
async function candidatesOf(db: MirrorDb, now: Swept, named: Set<string>): Promise<string[]> {
  const since = await lastSweep(db, now)
  const mayHaveAged = (endedAt: string | null) =>
    endedAt !== null &&
    now.windows.some((days) => {
      const end = Date.parse(endedAt) + days * DAY_MS
      return end < now.to && (since === null || end >= since)
    })
  const candidates: string[] = []
  for await (const leads of columnChunks(db, db.leads, CHUNK))
    for (const { uid, client_uid, end_lead_date } of leads)
      if (mayHaveAged(end_lead_date)) candidates.push(uid)
      else named.add(client_uid)
  return candidates
}

/** Returns the end of the last sweep, or null if it judged by other windows, or by a later clock. */
async function lastSweep(db: MirrorDb, now: Swept): Promise<number | null> {
  const { data } = sweptSchema.safeParse(await readMeta(db, SWEPT))
  return data === undefined || data.to > now.to || data.windows.join() !== now.windows.join() ? null : data.to
}
