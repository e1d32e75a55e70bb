/** Takes one page of a pull into the mirror, with its cursor, in one transaction. */
import type { PullPage } from '../contract/sync.ts'
import type { ContextSource } from '../db/command-context.ts'
import { GONE, isProtected, letGo } from '../db/lead-queue.ts'
import type { MirrorDb } from '../db/mirror.ts'
import { replay } from '../db/replay.ts'
import type { LeadRecord, OutboxRecord } from '../db/schema.ts'
import type { Client } from '../domain/client/client.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { readPullState, writePullState } from './pull-state.ts'

const everyTable = (db: MirrorDb) => [
  db.leads,
  db.clients,
  db.catalogues,
  db.bases,
  db.outbox,
  db.journal,
  db.meta,
]

/** The queue by lead. */
async function queueByLead(db: MirrorDb): Promise<Map<string, OutboxRecord[]>> {
  const byLead = new Map<string, OutboxRecord[]>()
  for (const record of await db.outbox.orderBy('seq').toArray()) {
    const records = byLead.get(record.entityUid)
    if (records === undefined) byLead.set(record.entityUid, [record])
    else records.push(record)
  }
  return byLead
}

/** Only rows that are not older than what is stored; within a generation versions never go back. */
async function newer<Row extends { uid: string; version: number }>(
  rows: readonly Row[],
  stored: (keys: string[]) => Promise<({ version: number; generation: number } | undefined)[]>,
  generation: number,
): Promise<Row[]> {
  const present = await stored(rows.map((row) => row.uid))
  return rows.filter((row, place) => {
    const old = present[place]
    return old === undefined || old.generation < generation || row.version >= old.version
  })
}

/** A page, the cursor that it was asked with, and the device's clock, epoch ms. */
export interface ArrivedPage {
  readonly page: PullPage
  readonly askedWith: string | null
  readonly nowMs: number
}

/**
 * `source` is what commands are replayed with. False when the mirror stands elsewhere by now (a sign-out emptied it, another
 * engine went on): the page is dropped whole, its cursor with it.
 */
export function applyPage(
  db: MirrorDb,
  { page, askedWith, nowMs }: ArrivedPage,
  source: ContextSource,
): Promise<boolean> {
  return db.transaction('rw', everyTable(db), async () => {
    const state = await readPullState(db)
    if (state.cursor !== askedWith) return false
    const generation = page.reset === true ? state.generation + 1 : state.generation
    const sweeping = page.reset === true || state.sweeping
    const queue = await queueByLead(db)
    // Into an empty mirror nothing can be older than what is there: no need to look.
    const empty = state.lastSyncAt === null && generation === 1
    const leads = empty ? page.rows.leads : await newerLeads(db, page.rows.leads, queue, generation)
    const clients: readonly Client[] = empty
      ? page.rows.clients
      : await newer(page.rows.clients, (keys) => db.clients.bulkGet(keys), generation)

    await putLeads(db, leads, queue, source, generation)
    await db.clients.bulkPut(clients.map((client) => ({ ...client, generation })))
    await db.catalogues.bulkPut(page.rows.catalogues.map((row) => ({ ...row, generation })))
    await db.catalogues.bulkDelete(page.removed.catalogues.map(({ kind, id }) => [kind, id]))
    await letGoOrMark(db, page.removed.leads, queue)

    const changed = [...leads.map((lead) => lead.uid), ...page.removed.leads]
    const starts = page.reset === true || state.cursor === null
    const done = (starts ? 0 : state.done) + page.rows.leads.length
    const finished = !page.more
    if (finished && sweeping) changed.push(...(await sweepOlder(db, generation, queue)))
    if (changed.length > 0) await db.journal.add({ uids: changed })
    await writePullState(db, {
      ...state,
      cursor: page.cursor,
      generation,
      sweeping: sweeping && !finished,
      done: finished ? 0 : done,
      expected: finished ? null : (page.expected ?? state.expected),
      lastSyncAt: finished ? nowMs : state.lastSyncAt,
    })
    return true
  })
}

/** A lead with a queue keeps the server's row in `bases`: that is the version to compare with. */
async function newerLeads(
  db: MirrorDb,
  leads: readonly Lead[],
  queue: ReadonlyMap<string, OutboxRecord[]>,
  generation: number,
): Promise<Lead[]> {
  const queued = leads.filter((lead) => queue.has(lead.uid))
  const others = leads.filter((lead) => !queue.has(lead.uid))
  return [
    ...(await newer(others, (keys) => db.leads.bulkGet(keys), generation)),
    ...(await newer(queued, (keys) => db.bases.bulkGet(keys), generation)),
  ]
}

/** Commands that wait keep their lead until they are settled; its server row is marked, so that it goes then. */
async function letGoOrMark(
  db: MirrorDb,
  uids: readonly string[],
  queue: ReadonlyMap<string, OutboxRecord[]>,
): Promise<void> {
  await letGo(
    db,
    uids.filter((uid) => !isProtected(queue.get(uid))),
  )
  for (const uid of uids.filter((uid) => isProtected(queue.get(uid))))
    await db.bases.update(uid, { generation: GONE })
}

/** Writes server rows; where a queue waits, the row goes to `bases` and the screen's row is replayed. */
async function putLeads(
  db: MirrorDb,
  leads: readonly Lead[],
  queue: ReadonlyMap<string, OutboxRecord[]>,
  source: ContextSource,
  generation: number,
): Promise<void> {
  const bases: LeadRecord[] = []
  const rows = leads.map((lead): LeadRecord => {
    const records = queue.get(lead.uid)
    const server = { ...lead, generation }
    if (records === undefined || records.length === 0) return server
    bases.push(server)
    return { ...replay(lead, records, source), generation }
  })
  await db.leads.bulkPut(rows)
  if (bases.length > 0) await db.bases.bulkPut(bases)
}

/** End of a new generation: what it did not bring is no longer this user's. */
async function sweepOlder(
  db: MirrorDb,
  generation: number,
  queue: ReadonlyMap<string, OutboxRecord[]>,
): Promise<string[]> {
  const old = (row: { generation: number }) => row.generation < generation
  const leads = await db.leads.filter(old).primaryKeys()
  await letGoOrMark(db, leads, queue)
  await db.clients.filter(old).delete()
  await db.catalogues.filter(old).delete()
  return leads
}
