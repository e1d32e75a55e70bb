/**
 * Checks the guarantees of a scenario: pages and rows on arrival, devices after each step, everything at the end. Each
 * command of a device is applied exactly once, is still in the outbox with a reason, or was discarded by the user. The
 * same holds for its documents.
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
  /** The last generation whose rows may be for this version of the user: a pull may be in flight when it changes. */
  readonly until: number
}

const rowsByUid = <Row extends { readonly uid: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.uid, row]))

/** Returns the lead and client of a command as the screen shows them. */
function rowsOf(
  { entityUid, clientUid }: OutboxRecord,
  shown: { readonly leads: ReadonlyMap<string, Lead>; readonly clients: ReadonlyMap<string, Client> },
): [Lead | null, Client | null] {
  const lead = shown.leads.get(entityUid) ?? null
  return [lead, shown.clients.get(clientUid ?? lead?.client_uid ?? '') ?? null]
}

/** Returns the rows by uid, without their generation. */
const byUid = (rows: readonly { readonly uid: string }[]) =>
  Object.fromEntries(rows.map((row) => [row.uid, { ...row, generation: 0 }]))

export class Oracle {
  readonly commands = new MadeCommands()
  readonly arrivals = new Arrivals()
  readonly documents: DocumentOracle
  /** The board index of each open database. */
  readonly #feeds = new WeakMap<MirrorDb, MirrorFeed>()
  /** The versions of each tablet's user, latest last. Role, team and partners change. */
  readonly #users = new Map<number, readonly KnownAs[]>()

  constructor(server: SimServer) {
    this.documents = new DocumentOracle(server)
  }

  /** Checks a tablet after a step: its outbox, timelines, documents, and that the rows match the outbox. */
  check(tablet: Tablet): Promise<void> {
    expect(this.arrivals.broken).toEqual([])
    return tablet.look(() => this.#check(tablet))
  }

  async #check(tablet: Tablet): Promise<void> {
    const { db } = tablet
    const [outbox, leads, serverRows, clients, answers] = await db.transaction(
      'r',
      [db.outbox, db.leads, db.serverLeads, db.clients, db.answers],
      () =>
        Promise.all([
          db.outbox.orderBy('seq').toArray(),
          db.leads.toArray(),
          db.serverLeads.toArray(),
          db.clients.toArray(),
          db.answers.toArray(),
        ]),
    )
    const shown = { leads: rowsByUid(leads), clients: rowsByUid(clients) }
    const left = answers.flatMap(({ about }) => about.filter((uid) => !shown.leads.has(uid)))
    expect(left, `tablet ${tablet.number} has timelines without their leads`).toEqual([])
    for (const record of outbox) this.commands.seen(tablet, record, flatRow(...rowsOf(record, shown)))
    await this.documents.check(tablet, outbox)
    await this.#rowsFitQueue(tablet, outbox, leads, serverRows)
  }

  async #rowsFitQueue(
    tablet: Tablet,
    outbox: readonly OutboxRecord[],
    leads: readonly LeadRecord[],
    serverRows: readonly LeadRecord[],
  ): Promise<void> {
    const session = await tablet.db.device.session.get('current')
    if (session === undefined) return
    const known = await this.#knownAs(tablet, session.user)
    const queues = Map.groupBy(outbox, (record) => record.entityUid)
    const shown = rowsByUid(leads)
    const withServerRow = new Set(serverRows.map(({ uid }) => uid))
    for (const [uid, records] of queues)
      if ((shown.get(uid)?.version ?? 0) > 0 && records.some(isReplayed))
        expect(withServerRow, `${uid} has pending commands and no server row`).toContain(uid)
    for (const serverRow of serverRows) {
      const records = queues.get(serverRow.uid) ?? []
      expect(records, `${serverRow.uid} has a server row and no pending commands`).not.toEqual([])
      const lead = shown.get(serverRow.uid)
      expect(lead, `${serverRow.uid} has a server row and is not on the screen`).toBeDefined()
      // A pending change of the client also changes the lead's copies of its fields.
      const clientWaits = outbox.some(({ clientUid }) => clientUid === serverRow.client_uid)
      if (lead === undefined || clientWaits) continue
      const users = known.filter(({ until }) => serverRow.generation <= until)
      const sources = await Promise.all(users.map(({ user }) => contextSource(tablet.db, user)))
      expectReplayed(lead, serverRow, records, sources)
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

  /** The board index follows the journal and must equal a recount of the rows. `anew`: reads its snapshot first. */
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

  /** Compares the tablet with the server. Call when nothing is in flight and all users are signed in. */
  async converged(
    tablet: Tablet,
    server: {
      readonly leads: readonly Lead[]
      readonly clients: readonly Client[]
      readonly catalogues: unknown
      /** Time of the server's clock in epoch ms. */
      readonly nowMs: number
    },
  ): Promise<void> {
    await this.check(tablet)
    const { db } = tablet
    const outbox = await db.outbox.orderBy('seq').toArray()
    this.#everyOneHasAReason(tablet, outbox)
    // A lead whose creation was refused stays until its user discards the command.
    const mine = new Set(outbox.flatMap(({ entityUid, clientUid }) => [entityUid, clientUid]))
    // A finished lead that has aged out stays while the outbox has a command on it.
    const isOwn = (lead: Lead) =>
      mine.has(lead.uid) && (lead.version === 0 || hasAgedOut(lead, this.arrivals.settings, server.nowMs))
    const held = await db.leads.toArray()
    const leads = held.filter((lead) => !isOwn(lead))
    expect(byUid(leads), `tablet ${tablet.number} has different leads than the server`).toEqual(
      byUid(server.leads),
    )
    // The client of a pending command stays too, and so does the client of a lead that stays.
    for (const lead of held.filter(isOwn)) mine.add(lead.client_uid)
    const given = new Set(server.clients.map(({ uid }) => uid))
    const clients = (await db.clients.toArray()).filter(({ uid }) => given.has(uid) || !mine.has(uid))
    expect(byUid(clients), `tablet ${tablet.number} has different clients than the server`).toEqual(
      byUid(server.clients),
    )
    const catalogues = await db.catalogues.toArray()
    expect(
      sortedRows(catalogues),
      `tablet ${tablet.number} has different catalogues than the server`,
    ).toEqual(sortedRows(server.catalogues))
  }

  #everyOneHasAReason(tablet: Tablet, outbox: readonly OutboxRecord[]): void {
    // A blocked command waits for an earlier command with a problem on the same lead or client.
    const held = new Set<string>()
    for (const { seq, state, problem, entityUid, clientUid } of outbox) {
      const name = `tablet ${tablet.number}, command ${seq}`
      const about = [entityUid, ...(clientUid === null ? [] : [clientUid])]
      if (state === 'conflict' || state === 'rejected')
        expect(problem?.message ?? '', `${name} is ${state} without a reason`).not.toBe('')
      else if (state === 'blocked')
        expect(
          about.some((uid) => held.has(uid)),
          `${name} is blocked by no earlier command`,
        ).toBe(true)
      else expect.fail(`${name} is still ${state} at the end`)
      for (const uid of about) held.add(uid)
    }
  }
}

/**
 * The lead must equal its server row with its pending commands replayed. The replay depends on the user's role. A
 * device learns a new role before the pull that rebuilds its rows, so a replay with an earlier role is also accepted.
 */
function expectReplayed(
  lead: LeadRecord,
  serverRow: ServerLeadRecord,
  records: readonly OutboxRecord[],
  sources: readonly ContextSource[],
): void {
  const replays = sources.map(
    (source): LeadRecord => ({ ...serverRow, ...replay(serverRow, records, source) }),
  )
  const expected = replays.filter((row) => sameValue(row, lead))
  expect(byUid([lead])).toEqual(byUid(expected.length > 0 ? expected.slice(-1) : replays.slice(-1)))
}

function sortedRows(rows: unknown): unknown {
  const list = z.array(z.object({ kind: z.string(), id: z.string() }).loose()).parse(rows)
  return Object.fromEntries(list.map((row) => [`${row.kind} ${row.id}`, { ...row, generation: 0 }]))
}
