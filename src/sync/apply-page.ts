/** Takes one page of a pull into the mirror, with its cursor, in one transaction; of a large one the clients in a second. */
import type { PullPage } from '../contract/sync.ts'
import { noteChanged } from '../db/changes/journal.ts'
import { type MirrorDb, queueTables } from '../db/mirror/mirror.ts'
import { GONE, LOCAL, type OutboxRecord } from '../db/mirror/schema.ts'
import type { ContextSource } from '../db/outbox/command-context.ts'
import { isProtected, letGo } from '../db/outbox/lead-queue.ts'
import { noDirtyRows, projectRows } from '../db/outbox/projection.ts'
import { wholeQueue } from '../db/outbox/queue-order.ts'
import { isCreation } from '../db/outbox/replay.ts'
import { readWithoutStaging, stageRows } from '../db/staging/middleware.ts'
import type { Client } from '../domain/client/client.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { putClientsBy, takeClients, takeServerClients } from './page-clients.ts'
import { type PullState, readPullState, writePullState } from './pull-state.ts'

/** The queue by what it writes. */
interface Queued {
  readonly byLead: ReadonlyMap<string, OutboxRecord[]>
  readonly clients: ReadonlySet<string>
}

async function queuedNow(db: MirrorDb): Promise<Queued> {
  const queue = await wholeQueue(db)
  return {
    byLead: Map.groupBy(queue, (record) => record.entityUid),
    clients: new Set(queue.flatMap(({ clientUid }) => clientUid ?? [])),
  }
}

interface Versioned {
  readonly version: number
  readonly generation: number
}
type Stored = (keys: string[]) => Promise<(Versioned | undefined)[]>

/**
 * Only rows that are not older than what is stored; within a generation versions never go back. Above `answered` none can
 * be (pull-state.ts): those are not looked up.
 */
async function newer<Row extends { uid: string; version: number }>(
  rows: readonly Row[],
  stored: Stored,
  { generation, answered }: { generation: number; answered: number | null },
): Promise<Row[]> {
  const doubtful = rows.flatMap(({ uid, version }) => (answered !== null && version > answered ? [] : uid))
  const found = doubtful.length === 0 ? [] : await stored(doubtful)
  const present = new Map(doubtful.map((uid, place) => [uid, found[place]]))
  return rows.filter(({ uid, version }) => {
    const old = present.get(uid)
    return old === undefined || old.generation < generation || version >= old.version
  })
}

/** A page, the cursor that it was asked with, and the device's clock, epoch ms. */
export interface ArrivedPage {
  readonly page: PullPage
  readonly askedWith: string | null
  readonly nowMs: number
}

/**
 * `source` is what commands are replayed with. Answers where the pull stands then; null when the mirror stands elsewhere by
 * now (a sign-out emptied it, another engine went on): the page is dropped whole, its cursor with it. After it
 * `takeClientsPutBy`.
 */
export function applyPage(
  db: MirrorDb,
  { page, askedWith, nowMs }: ArrivedPage,
  source: ContextSource,
): Promise<PullState | null> {
  return db.transaction('rw', [...queueTables(db), db.catalogues], async () => {
    const state = await readPullState(db)
    if (state.cursor !== askedWith) return null
    const generation = page.reset === true ? state.generation + 1 : state.generation
    const sweeping = page.reset === true || state.sweeping
    const queued = await queuedNow(db)
    // Into an empty mirror nothing can be older than what is there: no need to look. No other one is without a cursor: what
    // takes the cursor away takes the whole state with the rows (a sign-out, a session that the server ended).
    const empty = state.lastSyncAt === null && generation === 1
    if (empty) stageRows()
    const answered = page.reset === true ? 0 : state.answered
    const dirty = noDirtyRows()
    const taking = { db, queued, generation, answered, empty, dirty }
    const { clients } = page.rows
    // What a sweep leaves is decided by what has come until its end: nothing may come after.
    const later = !empty && !sweeping && clients.length >= db.manyRows
    const [leads] = await Promise.all([
      takeLeads(taking, page),
      later ? putClientsBy(db, clients, generation) : takeAllClients(taking, clients),
    ])
    const catalogues = page.rows.catalogues.map((row) => ({ ...row, generation }))
    const gone = page.removed.catalogues.map(({ kind, id }): [string, string] => [kind, id])
    // To write nothing would make everybody who reads them read them again.
    if (catalogues.length > 0) await db.catalogues.bulkPut(catalogues)
    if (gone.length > 0) await db.catalogues.bulkDelete(gone)
    await letGoOrMark(db, page.removed.leads, queued)

    // After a sign-out that kept the queue the leads that begin in it are gone from the mirror: made again.
    if (state.cursor === null) for (const uid of unsentLeads(queued)) dirty.leads.add(uid)
    const shown = await projectRows(db, dirty, source)

    const starts = page.reset === true || state.cursor === null
    const done = (starts ? 0 : state.done) + page.rows.leads.length
    const finished = !page.more
    const changed = [...leads, ...page.removed.leads, ...shown]
    if (finished && sweeping) changed.push(...(await sweepOlder(db, generation, queued)))
    // Without an answer there is nothing that no page brought: no need to look.
    else if (finished && state.lastSyncAt === null && state.answered !== 0 && page.high !== undefined)
      changed.push(...(await letGoUntold(db, page.high, queued)))
    const after: PullState = {
      ...state,
      cursor: page.cursor,
      generation,
      answered,
      sweeping: sweeping && !finished,
      done: finished ? 0 : done,
      expected: finished ? null : (page.expected ?? state.expected),
      lastSyncAt: finished ? nowMs : state.lastSyncAt,
    }
    await writePullState(db, after)
    if (changed.length > 0) await noteChanged(db, [...new Set(changed)])
    return after
  })
}

const unsentLeads = ({ byLead }: Queued) =>
  [...byLead].filter(([, records]) => records.some(isCreation)).map(([uid]) => uid)

interface Taking {
  readonly db: MirrorDb
  readonly queued: Queued
  readonly generation: number
  readonly answered: number | null
  readonly empty: boolean
  readonly dirty: ReturnType<typeof noDirtyRows>
}

/** A row with a queue stands apart: that is the version to compare with, and where the new one goes. */
async function takeAllClients(taking: Taking, rows: readonly Client[]): Promise<void> {
  const { db, queued, generation, empty, dirty } = taking
  const waits = ({ uid }: Client) => queued.clients.has(uid)
  const others = rows.filter((row) => !waits(row))
  await takeClients(db, others, { generation, isNew: empty })
  for (const uid of await takeServerClients(db, rows.filter(waits), generation)) dirty.clients.add(uid)
}

/** Answers the uids of those that changed and have no queue; the others are `dirty`. */
async function takeLeads(taking: Taking, { rows, timelines }: PullPage): Promise<string[]> {
  const { db, queued, generation, answered, empty, dirty } = taking
  const waits = ({ uid }: Lead) => queued.byLead.has(uid)
  const others = rows.leads.filter((lead) => !waits(lead))
  const fresh: readonly Lead[] = empty
    ? others
    : await newer(others, (keys) => db.leads.bulkGet(keys), { generation, answered })
  await db.leads.bulkPut(fresh.map((lead) => ({ ...lead, generation })))
  const apart = await newer(rows.leads.filter(waits), (keys) => db.serverLeads.bulkGet(keys), {
    generation,
    answered,
  })
  await db.serverLeads.bulkPut(apart.map((lead) => ({ ...lead, generation })))
  for (const { uid } of apart) dirty.leads.add(uid)
  const taken = new Set([...fresh, ...apart].map((lead) => lead.uid))
  await db.timelines.bulkPut(timelines.filter(({ lead_uid }) => taken.has(lead_uid)))
  return fresh.map((lead) => lead.uid)
}

/** Commands that wait keep their lead until they are settled; its server row is marked, so that it goes then. */
async function letGoOrMark(db: MirrorDb, uids: readonly string[], { byLead }: Queued): Promise<void> {
  await letGo(
    db,
    uids.filter((uid) => !isProtected(byLead.get(uid))),
  )
  for (const uid of uids.filter((uid) => isProtected(byLead.get(uid))))
    await db.serverLeads.update(uid, { generation: GONE })
}

/**
 * End of a first sync, which knows no lead that left the scope before it: of one that the answer to a command brought, and
 * that no page did, no later run will tell either. Or it was changed meanwhile: then the next run brings it.
 */
async function letGoUntold(db: MirrorDb, high: number, queued: Queued): Promise<string[]> {
  // What an answer brought lies in the table; to look through the chunks would take seconds.
  readWithoutStaging()
  const leads = await db.leads
    .filter(({ generation, version }) => generation === LOCAL && version > 0 && version < high)
    .primaryKeys()
  await letGoOrMark(db, leads, queued)
  return leads
}

/** End of a new generation: what it did not bring is no longer this user's. */
async function sweepOlder(db: MirrorDb, generation: number, queued: Queued): Promise<string[]> {
  const old = (row: { generation: number }) => row.generation < generation
  const leads = await db.leads.filter(old).primaryKeys()
  await letGoOrMark(db, leads, queued)
  // A lead that stays for its queue keeps its client; once it goes nobody names the client any more.
  const kept = await db.leads.bulkGet(leads)
  const named = new Set([...queued.clients, ...kept.flatMap((lead) => lead?.client_uid ?? [])])
  await db.clients.filter((client) => old(client) && !named.has(client.uid)).delete()
  await db.catalogues.filter(old).delete()
  return leads
}
