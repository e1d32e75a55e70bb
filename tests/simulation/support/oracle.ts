/**
 * What must be true of a scenario, whatever went wrong in it. Pages and rows are checked as they arrive, devices after
 * steps, the whole at the end: each command that a device made is applied exactly once, or still there with a reason,
 * or was given up by the user; and its documents with it.
 */
import { expect } from 'vitest'
import { z } from 'zod'
import { MirrorFeed } from '../../../src/board-index/mirror-feed.ts'
import type { MirrorDb } from '../../../src/db/mirror/mirror.ts'
import type { LeadRecord, OutboxRecord, ServerLeadRecord } from '../../../src/db/mirror/schema.ts'
import { type ContextSource, contextSource } from '../../../src/db/outbox/command-context.ts'
import { isReplayed, replay } from '../../../src/db/outbox/replay.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { hasAgedOut } from '../../../src/domain/lead/access.ts'
import { flatRow, sameValue } from '../../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { readPullState } from '../../../src/sync/pull-state.ts'
import { expectEqualToRecount } from '../../unit/board-index/every-view.ts'
import { Arrivals } from './arrivals.ts'
import { DocumentOracle } from './document-oracle.ts'
import { MadeCommands } from './made-commands.ts'
import type { SimServer } from './sim-server.ts'
import type { Tablet } from './tablet.ts'

interface KnownAs {
  readonly user: SessionUser
  /** The last generation of rows that may have been put together for it: the one that was on its way when another came. */
  readonly until: number
}

const rowsByUid = <Row extends { readonly uid: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.uid, row]))

/** Lead and client that the command is about, as they are shown. */
function rowsOf(
  { entityUid, clientUid }: OutboxRecord,
  shown: { readonly leads: ReadonlyMap<string, Lead>; readonly clients: ReadonlyMap<string, Client> },
): [Lead | null, Client | null] {
  const lead = shown.leads.get(entityUid) ?? null
  return [lead, shown.clients.get(clientUid ?? lead?.client_uid ?? '') ?? null]
}

/** The columns alone, by uid. */
const byUid = (rows: readonly { readonly uid: string }[]) =>
  Object.fromEntries(rows.map((row) => [row.uid, { ...row, generation: 0 }]))

export class Oracle {
  readonly commands = new MadeCommands()
  readonly arrivals = new Arrivals()
  readonly documents: DocumentOracle
  /** An index belongs to an opened database. */
  readonly #feeds = new WeakMap<MirrorDb, MirrorFeed>()
  /** As whom each tablet's user was known, the latest last: role, team and partners change. */
  readonly #users = new Map<number, readonly KnownAs[]>()

  constructor(server: SimServer) {
    this.documents = new DocumentOracle(server)
  }

  /** After each step that touches the tablet: its queue's keys, and whether rows and queue fit. */
  check(tablet: Tablet): Promise<void> {
    expect(this.arrivals.broken).toEqual([])
    return tablet.look(() => this.#check(tablet))
  }

  async #check(tablet: Tablet): Promise<void> {
    const { db } = tablet
    const [outbox, leads, bases, clients, histories] = await db.transaction(
      'r',
      [db.outbox, db.leads, db.serverLeads, db.clients, db.timelines],
      () =>
        Promise.all([
          db.outbox.orderBy('seq').toArray(),
          db.leads.toArray(),
          db.serverLeads.toArray(),
          db.clients.toArray(),
          db.timelines.toCollection().primaryKeys(),
        ]),
    )
    const shown = { leads: rowsByUid(leads), clients: rowsByUid(clients) }
    const left = histories.filter((uid) => !shown.leads.has(uid))
    expect(left, `tablet ${tablet.number} keeps histories of leads that it has not`).toEqual([])
    for (const record of outbox) this.commands.seen(tablet, record, flatRow(...rowsOf(record, shown)))
    await this.documents.check(tablet, outbox)
    await this.#rowsFitQueue(tablet, outbox, leads, bases)
  }

  async #rowsFitQueue(
    tablet: Tablet,
    outbox: readonly OutboxRecord[],
    leads: readonly LeadRecord[],
    bases: readonly LeadRecord[],
  ): Promise<void> {
    const session = await tablet.db.device.session.get('current')
    if (session === undefined) return
    const known = await this.#knownAs(tablet, session.user)
    const queues = Map.groupBy(outbox, (record) => record.entityUid)
    const shown = rowsByUid(leads)
    const based = new Set(bases.map(({ uid }) => uid))
    for (const [uid, records] of queues)
      if ((shown.get(uid)?.version ?? 0) > 0 && records.some(isReplayed))
        expect(based, `${uid} has a queue and no base`).toContain(uid)
    for (const base of bases) {
      const records = queues.get(base.uid) ?? []
      expect(records, `${base.uid} has a base and no queue`).not.toEqual([])
      const lead = shown.get(base.uid)
      expect(lead, `${base.uid} has a base and is not shown`).toBeDefined()
      // A pending change of the client shows in the lead's copies of it.
      const clientWaits = outbox.some(({ clientUid }) => clientUid === base.client_uid)
      if (lead === undefined || clientWaits) continue
      const users = known.filter(({ until }) => base.generation <= until)
      const sources = await Promise.all(users.map(({ user }) => contextSource(tablet.db, user)))
      expectReplayed(lead, base, records, sources)
    }
  }

  async #knownAs({ number, db }: Tablet, user: SessionUser): Promise<readonly KnownAs[]> {
    const earlier = this.#users.get(number) ?? []
    if (sameValue(earlier.at(-1)?.user, user)) return earlier
    const { generation } = await readPullState(db)
    const all = [
      ...earlier.map((known) => ({ ...known, until: Math.min(known.until, generation + 1) })),
      { user, until: Number.POSITIVE_INFINITY },
    ]
    this.#users.set(number, all)
    return all
  }

  /** The board's index follows the journal alone and must equal a recount of the rows; now and then its snapshot is read. */
  checkBoard(tablet: Tablet, nowMs: number, anew: boolean): Promise<void> {
    return tablet.look(() => this.#checkBoard(tablet, nowMs, anew))
  }

  async #checkBoard(tablet: Tablet, nowMs: number, anew: boolean): Promise<void> {
    const { db } = tablet
    let feed = anew ? undefined : this.#feeds.get(db)
    if (feed === undefined) {
      feed = new MirrorFeed(db)
      await feed.open()
    } else await feed.follow()
    this.#feeds.set(db, feed)
    const leads = await db.leads.toArray()
    expectEqualToRecount(feed.index, leads, nowMs)
  }

  /** Everything is quiet: nothing under way, everybody signed in, all faults over. */
  async converged(
    tablet: Tablet,
    server: {
      readonly leads: readonly Lead[]
      readonly clients: readonly Client[]
      readonly catalogues: unknown
      /** Its clock, epoch ms. */
      readonly nowMs: number
    },
  ): Promise<void> {
    await this.check(tablet)
    const { db } = tablet
    const outbox = await db.outbox.orderBy('seq').toArray()
    this.#everyOneHasAReason(tablet, outbox)
    // What began here and was refused stays until its user gives it up.
    const mine = new Set(outbox.flatMap(({ entityUid, clientUid }) => [entityUid, clientUid]))
    // And a finished lead that is too old for others stays as long as something of it waits for its user.
    const isOwn = (lead: Lead) =>
      mine.has(lead.uid) && (lead.version === 0 || hasAgedOut(lead, this.arrivals.settings, server.nowMs))
    const held = await db.leads.toArray()
    const leads = held.filter((lead) => !isOwn(lead))
    expect(byUid(leads), `tablet ${tablet.number} has other leads than the server`).toEqual(
      byUid(server.leads),
    )
    // So does a client that a command in the queue writes, and that of a lead that stays.
    for (const lead of held.filter(isOwn)) mine.add(lead.client_uid)
    const given = new Set(server.clients.map(({ uid }) => uid))
    const clients = (await db.clients.toArray()).filter(({ uid }) => given.has(uid) || !mine.has(uid))
    expect(byUid(clients), `tablet ${tablet.number} has other clients`).toEqual(byUid(server.clients))
    const catalogues = await db.catalogues.toArray()
    expect(sortedRows(catalogues), `tablet ${tablet.number} has other catalogues`).toEqual(
      sortedRows(server.catalogues),
    )
  }

  #everyOneHasAReason(tablet: Tablet, outbox: readonly OutboxRecord[]): void {
    // What waits does so for a problem of its own lead or client.
    const held = new Set<string>()
    for (const { seq, state, problem, entityUid, clientUid } of outbox) {
      const name = `tablet ${tablet.number}, command ${seq}`
      const about = [entityUid, ...(clientUid === null ? [] : [clientUid])]
      if (state === 'conflict' || state === 'rejected')
        expect(problem?.message ?? '', `${name} is ${state} without a reason`).not.toBe('')
      else if (state === 'blocked')
        expect(
          about.some((uid) => held.has(uid)),
          `${name} waits for nothing`,
        ).toBe(true)
      else expect.fail(`${name} is still ${state}, and everything is quiet`)
      for (const uid of about) held.add(uid)
    }
  }
}

/**
 * The lead is its server row with its queue replayed. What a role may write decides the replay, and a device hears of
 * another role before the pull that puts its rows together anew: until then they are shown as they were.
 */
function expectReplayed(
  lead: LeadRecord,
  base: ServerLeadRecord,
  records: readonly OutboxRecord[],
  sources: readonly ContextSource[],
): void {
  const replays = sources.map((source): LeadRecord => ({ ...base, ...replay(base, records, source) }))
  const expected = replays.filter((row) => sameValue(row, lead))
  expect(byUid([lead])).toEqual(byUid(expected.length > 0 ? expected.slice(-1) : replays.slice(-1)))
}

function sortedRows(rows: unknown): unknown {
  const list = z.array(z.object({ kind: z.string(), id: z.string() }).loose()).parse(rows)
  return Object.fromEntries(list.map((row) => [`${row.kind} ${row.id}`, { ...row, generation: 0 }]))
}
