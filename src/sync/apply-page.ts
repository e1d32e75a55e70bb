/** Applies one page of a pull to the mirror and stores its cursor, in one transaction. */
import { z } from 'zod'
import { clientRowSchema, type PullPage } from '../contract/sync.ts'
import { noteChanged } from '../db/changes/journal.ts'
import { dropPaintings } from '../db/changes/paintings.ts'
import { dropAnswersOfScope } from '../db/mirror/answers.ts'
import { takeTimelines } from '../db/mirror/timelines.ts'
import { takeAliases } from '../db/outbox/alias-clients.ts'
import type { ContextSource } from '../db/outbox/command-context.ts'
import { erasureTables, evictErased } from '../db/outbox/evict-erased.ts'
import { evict, isProtected } from '../db/outbox/lead-queue.ts'
import { type DirtyRows, noDirtyRows, projectRows } from '../db/outbox/projection.ts'
import { wholeQueue } from '../db/outbox/queue-order.ts'
import { isCreation } from '../db/outbox/replay.ts'
import { type MirrorDb, queueTables } from '../db/schema/mirror.ts'
import { GONE, LOCAL, type OutboxRecord } from '../db/schema/records.ts'
import { readColumns } from '../db/sealing/columns.ts'
import { forgetErasures } from '../db/session/erased-uids.ts'
import { readWithoutStaging, stageRows } from '../db/staging/middleware.ts'
import type { Client } from '../domain/client/client.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { type PullState, readPullState, writePullState } from './pull-state.ts'

/** The queue, grouped by the rows that it writes. */
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

interface Compared<Row> {
  /** Rows that differ from the stored ones. */
  readonly newer: readonly Row[]
  /** Rows that the device has already: the answer to its own command brought them. */
  readonly known: readonly Row[]
}

/**
 * Compares rows with the stored ones, and leaves out older rows. Versions never decrease within a generation, and a
 * row of the same version is the same row. A row above `answered` cannot be older (pull-state.ts), so it is not looked
 * up.
 */
async function compared<Row extends { uid: string; version: number }>(
  rows: readonly Row[],
  stored: Stored,
  { generation, answered }: { generation: number; answered: number | null },
): Promise<Compared<Row>> {
  const doubtful = rows.flatMap(({ uid, version }) => (answered !== null && version > answered ? [] : uid))
  const found = doubtful.length === 0 ? [] : await stored(doubtful)
  const present = new Map(doubtful.map((uid, place) => [uid, found[place]]))
  const isNewer = ({ uid, version }: Row) => {
    const old = present.get(uid)
    if (old === undefined) return true
    if (old.generation === LOCAL) return version >= old.version
    return old.generation < generation || version > old.version
  }
  return {
    newer: rows.filter(isNewer),
    known: rows.filter((row) => !isNewer(row) && row.version === present.get(row.uid)?.version),
  }
}

/** A page, the cursor of its request, and the device's clock in epoch ms. */
export interface ArrivedPage {
  readonly page: PullPage
  readonly askedWith: string | null
  readonly nowMs: number
}

/**
 * Applies a page. `source` is the context for the replay of commands. Returns the new state of the pull. Returns null
 * and drops the page when the mirror's cursor is no longer `askedWith`: a sign-out emptied the mirror, or another
 * engine continued.
 */
export async function applyPage(
  db: MirrorDb,
  arrived: ArrivedPage,
  source: ContextSource,
): Promise<PullState | null> {
  const after = bringsNothing(arrived.page) ? await moveCursor(db, arrived) : 'not so'
  return after === 'not so' ? applyRows(db, arrived, source) : after
}

const bringsNothing = ({ rows, removed, timelines, erased, aliases, more, reset }: PullPage): boolean =>
  !more &&
  reset !== true &&
  [rows.leads, rows.clients, rows.catalogues, removed.leads, removed.catalogues].every(isEmpty) &&
  [timelines, erased, aliases].every(isEmpty)

const isEmpty = (list: readonly unknown[]) => list.length === 0

/** By the server's clock: a device's own may be set between a sync and the question how old its data are. */
const writtenAt = ({ server_time }: PullPage) => Date.parse(server_time)

/** Most pulls bring nothing. They open one table. 'not so': the run ends something that an earlier page began. */
function moveCursor(db: MirrorDb, { page, askedWith }: ArrivedPage): Promise<PullState | null | 'not so'> {
  return db.transaction('rw', db.meta, async () => {
    const state = await readPullState(db)
    const { cursor, lastSyncAt, sweeping } = state
    if (cursor !== askedWith) return null
    if (cursor === null || lastSyncAt === null || sweeping) return 'not so'
    const after: PullState = {
      ...state,
      cursor: page.cursor,
      done: 0,
      expected: null,
      lastSyncAt: writtenAt(page),
    }
    await writePullState(db, after)
    return after
  })
}

function applyRows(
  db: MirrorDb,
  { page, askedWith, nowMs }: ArrivedPage,
  source: ContextSource,
): Promise<PullState | null> {
  const tables = page.erased.length === 0 ? queueTables(db) : erasureTables(db)
  return db.transaction('rw', [...tables, db.catalogues], async () => {
    const state = await readPullState(db)
    if (state.cursor !== askedWith) return null
    const dirty = noDirtyRows()
    await takeLateClients(db, dirty)
    if (page.reset === true) await forgetErasures(db)
    const erased = page.erased.length === 0 ? [] : await evictErased(db, page.erased, { by: 'page', dirty })
    // Without its commands the stored server row is the row on screen, and older than what this page brings.
    if (erased.length > 0) await projectRows(db, dirty, source)
    const generation = page.reset === true ? state.generation + 1 : state.generation
    if (page.reset === true) {
      await endGeneration(db, state.generation)
      await dropAnswersOfScope(db)
    }
    const sweeping = page.reset === true || state.sweeping
    const queued = await queuedNow(db)
    // An empty mirror contains no newer rows, so there is nothing to compare. Only an empty mirror has no cursor:
    // whatever deletes the cursor deletes the whole state with the rows (a sign-out, or a session that the server
    // ended).
    const empty = state.lastSyncAt === null && generation === 1
    if (empty) stageRows()
    const answered = page.reset === true ? 0 : state.answered
    const taking = { db, queued, generation, answered, empty, dirty, nowMs }
    const [leads] = await Promise.all([takeLeads(taking, page), takeClients(taking, page.rows.clients)])
    const catalogues = page.rows.catalogues.map((row) => ({ ...row, generation }))
    const gone = page.removed.catalogues.map(({ kind, id }): [string, string] => [kind, id])
    // An empty write would make every live query of the catalogues read again.
    if (catalogues.length > 0) await db.catalogues.bulkPut(catalogues)
    if (gone.length > 0) await db.catalogues.bulkDelete(gone)
    if (catalogues.length + gone.length > 0) await dropPaintings(db)
    await evictOrMark(db, page.removed.leads, queued)
    if (page.aliases.length > 0) await takeAliases(db, page.aliases, dirty)

    // A sign-out that kept the queue deleted the leads that its creations begin. Project them again.
    if (state.cursor === null) for (const uid of unsentLeads(queued)) dirty.leads.add(uid)
    const shown = await projectRows(db, dirty, source)

    const starts = page.reset === true || state.cursor === null
    const done = (starts ? 0 : state.done) + page.rows.leads.length
    const finished = !page.more
    const changed = [...erased, ...leads, ...page.removed.leads, ...shown]
    if (finished && sweeping) changed.push(...(await sweepOlder(db, generation, queued)))
    // Without an answer every stored row came with a page: nothing to look for.
    else if (finished && state.lastSyncAt === null && state.answered !== 0 && page.high !== undefined)
      changed.push(...(await evictUndelivered(db, page.high, queued)))
    const after: PullState = {
      ...state,
      cursor: page.cursor,
      generation,
      answered,
      seen: starts ? null : state.seen,
      sweeping: sweeping && !finished,
      done: finished ? 0 : done,
      expected: finished ? null : (page.expected ?? state.expected),
      lastSyncAt: finished ? writtenAt(page) : state.lastSyncAt,
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
  readonly nowMs: number
  readonly dirty: DirtyRows
}

/** A row with a queue has a separate server row. The new row replaces that one, after a comparison of versions. */
async function takeClients(
  { db, queued, generation, empty, dirty }: Omit<Taking, 'answered' | 'nowMs'>,
  rows: readonly Client[],
): Promise<void> {
  const waits = ({ uid }: Client) => queued.clients.has(uid)
  const others = rows.filter((row) => !waits(row))
  // A client comes again with each of its leads.
  const compares = { generation, answered: null }
  const shown = empty ? others : (await compared(others, (keys) => db.clients.bulkGet(keys), compares)).newer
  if (shown.length > 0) await db.clients.bulkPut(shown.map((client) => ({ ...client, generation })))
  const apart = await compared(rows.filter(waits), (keys) => db.serverClients.bulkGet(keys), compares)
  if (apart.newer.length > 0)
    await db.serverClients.bulkPut(apart.newer.map((client) => ({ ...client, generation })))
  for (const { uid } of apart.newer) dirty.clients.add(uid)
}

const LATE_CLIENTS = 'lateClients'
const lateSchema = z.object({ generation: z.number().int(), rows: z.array(clientRowSchema) })

/** Version 0.2.0 stored the clients of a large page in this record first. A crash may have left it. */
async function takeLateClients(db: MirrorDb, dirty: DirtyRows): Promise<void> {
  const record = await db.meta.get(LATE_CLIENTS)
  if (record === undefined) return
  const { generation, rows } = lateSchema.parse(record.value)
  await takeClients({ db, queued: await queuedNow(db), generation, empty: false, dirty }, rows)
  await db.meta.delete(LATE_CLIENTS)
}

/** Returns the uids of changed leads without a queue. Changed leads with a queue are added to `dirty`. */
async function takeLeads(taking: Taking, { rows, timelines }: PullPage): Promise<string[]> {
  const { db, queued, generation, answered, empty, nowMs, dirty } = taking
  const waits = ({ uid }: Lead) => queued.byLead.has(uid)
  const others = rows.leads.filter((lead) => !waits(lead))
  const shown: Compared<Lead> = empty
    ? { newer: others, known: [] }
    : await compared(others, (keys) => db.leads.bulkGet(keys), { generation, answered })
  if (shown.newer.length > 0) await db.leads.bulkPut(shown.newer.map((lead) => ({ ...lead, generation })))
  const apart = await compared(rows.leads.filter(waits), (keys) => db.serverLeads.bulkGet(keys), {
    generation,
    answered,
  })
  if (apart.newer.length > 0)
    await db.serverLeads.bulkPut(apart.newer.map((lead) => ({ ...lead, generation })))
  for (const { uid } of apart.newer) dirty.leads.add(uid)
  // The answer to a command brings no timeline: a known row's is new.
  const taken = new Set(
    [shown, apart].flatMap(({ newer, known }) => [...newer, ...known]).map((lead) => lead.uid),
  )
  const theirs = timelines.filter(({ lead_uid }) => taken.has(lead_uid))
  await takeTimelines(db, theirs, nowMs)
  return shown.newer.map((lead) => lead.uid)
}

/** Removes leads from the device. A lead with waiting commands stays, and its server row is marked for removal. */
async function evictOrMark(db: MirrorDb, uids: readonly string[], { byLead }: Queued): Promise<void> {
  if (uids.length === 0) return
  await evict(
    db,
    uids.filter((uid) => !isProtected(byLead.get(uid))),
  )
  for (const uid of uids.filter((uid) => isProtected(byLead.get(uid))))
    await db.serverLeads.update(uid, { generation: GONE })
}

/**
 * Ends a first sync, which has no tombstones. A lead that only the answer to a command delivered, with a version below
 * `high`, has left the scope, and no later run would report it. If it changed meanwhile, the next run delivers it
 * again.
 */
async function evictUndelivered(db: MirrorDb, high: number, queued: Queued): Promise<string[]> {
  // Rows from an answer are in the table. Reading the chunks would take seconds.
  readWithoutStaging()
  const leads = await readColumns(() =>
    db.leads
      .filter(({ generation, version }) => generation === LOCAL && version > 0 && version < high)
      .primaryKeys(),
  )
  await evictOrMark(db, leads, queued)
  return leads
}

/**
 * Rows from answers and blanked rows belong to the generation that a reset ends. A restored server counts its versions
 * from lower ones, so that a row of the new generation replaces them whatever its version.
 */
async function endGeneration(db: MirrorDb, generation: number): Promise<void> {
  for (const table of [db.leads, db.serverLeads, db.clients, db.serverClients]) {
    const own = await readColumns(() =>
      table.filter((row) => row.generation === LOCAL && row.version > 0).primaryKeys(),
    )
    for (const uid of own) await table.update(uid, { generation })
  }
}

/** Ends a new generation: rows that it did not deliver are no longer this user's. */
async function sweepOlder(db: MirrorDb, generation: number, queued: Queued): Promise<string[]> {
  const old = (row: { generation: number }) => row.generation < generation
  const leads = await readColumns(() => db.leads.filter(old).primaryKeys())
  await evictOrMark(db, leads, queued)
  // A lead that stays for its queue keeps its client. When it goes, nothing refers to the client any more.
  const kept = await db.leads.bulkGet(leads)
  const named = new Set([...queued.clients, ...kept.flatMap((lead) => lead?.client_uid ?? [])])
  await readColumns(() => db.clients.filter((client) => old(client) && !named.has(client.uid)).delete())
  await readColumns(() => db.catalogues.filter(old).delete())
  return leads
}
