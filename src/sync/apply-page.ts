/** Takes one page of a pull into the mirror, with its cursor, in one transaction. */
import type { PullPage } from '../contract/sync.ts'
import type { ContextSource } from '../db/command-context.ts'
import type { MirrorDb } from '../db/mirror.ts'
import { isReplayed, replay } from '../db/replay.ts'
import type { LeadRecord, OutboxRecord } from '../db/schema.ts'
import type { Client } from '../domain/client/client.ts'
import { hasAgedOut } from '../domain/lead/access.ts'
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
export async function queueByLead(db: MirrorDb): Promise<Map<string, OutboxRecord[]>> {
  const byLead = new Map<string, OutboxRecord[]>()
  for (const record of await db.outbox.orderBy('seq').toArray()) {
    const records = byLead.get(record.entityUid)
    if (records === undefined) byLead.set(record.entityUid, [record])
    else records.push(record)
  }
  return byLead
}

/** A lead whose commands are still to be sent must stay on the device, whatever the server says of its scope. */
const isProtected = (records: readonly OutboxRecord[] | undefined) => records?.some(isReplayed) ?? false

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

/** `source` is what commands are replayed with; `nowMs` the corrected clock. */
export function applyPage(db: MirrorDb, page: PullPage, source: ContextSource, nowMs: number): Promise<void> {
  return db.transaction('rw', everyTable(db), async () => {
    const state = await readPullState(db)
    const generation = page.reset === true ? state.generation + 1 : state.generation
    const sweeping = page.reset === true || state.sweeping
    const queue = await queueByLead(db)
    // Into an empty mirror nothing can be older than what is there: no need to look.
    const empty = state.lastSyncAt === null && !state.answered && generation === 1
    const bases = { get: (keys: string[]) => db.bases.bulkGet(keys) }
    const leads = empty
      ? page.rows.leads
      : await newerLeads(db, page.rows.leads, queue, generation, bases.get)
    const clients: readonly Client[] = empty
      ? page.rows.clients
      : await newer(page.rows.clients, (keys) => db.clients.bulkGet(keys), generation)

    await putLeads(db, leads, queue, source, generation)
    await db.clients.bulkPut(clients.map((client) => ({ ...client, generation })))
    await db.catalogues.bulkPut(page.rows.catalogues.map((row) => ({ ...row, generation })))
    await db.catalogues.bulkDelete(page.removed.catalogues.map(({ kind, id }) => [kind, id]))
    const gone = page.removed.leads.filter((uid) => !isProtected(queue.get(uid)))
    await db.leads.bulkDelete(gone)
    await db.bases.bulkDelete(gone)

    const changed = [...leads.map((lead) => lead.uid), ...gone]
    const done = page.reset === true || state.cursor === null ? leads.length : state.done + leads.length
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
  })
}

/** A lead with a queue keeps the server's row in `bases`: that is the version to compare with. */
async function newerLeads(
  db: MirrorDb,
  leads: readonly Lead[],
  queue: ReadonlyMap<string, OutboxRecord[]>,
  generation: number,
  bases: (keys: string[]) => Promise<(LeadRecord | undefined)[]>,
): Promise<Lead[]> {
  const queued = leads.filter((lead) => queue.has(lead.uid))
  const others = leads.filter((lead) => !queue.has(lead.uid))
  return [
    ...(await newer(others, (keys) => db.leads.bulkGet(keys), generation)),
    ...(await newer(queued, bases, generation)),
  ]
}

/** Writes server rows; where a queue waits, the row goes to `bases` and the screen's row is replayed. */
export async function putLeads(
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
  const leads = (await db.leads.filter(old).primaryKeys()).filter((uid) => !isProtected(queue.get(uid)))
  await db.leads.bulkDelete(leads)
  await db.bases.bulkDelete(leads)
  await db.clients.filter(old).delete()
  await db.catalogues.filter(old).delete()
  return leads
}

/** Finished leads that merely aged out of their window: the server says nothing of them. Answers how many went. */
export async function sweepAged(db: MirrorDb, source: ContextSource, nowMs: number): Promise<number> {
  return db.transaction('rw', everyTable(db), async () => {
    const queue = await queueByLead(db)
    const aged = await db.leads.filter((lead) => hasAgedOut(lead, source.settings, nowMs)).primaryKeys()
    const gone = aged.filter((uid) => !queue.has(uid))
    if (gone.length === 0) return 0
    await db.leads.bulkDelete(gone)
    await db.journal.add({ uids: gone })
    return gone.length
  })
}
