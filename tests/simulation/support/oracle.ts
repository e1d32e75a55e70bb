/**
 * Checks the guarantees of a scenario: pages and rows on arrival, devices after each step, everything at the end. Each
 * command of a device is applied exactly once, is still in the outbox with a reason, or was discarded by the user. The
 * same holds for its documents.
 */
import { expect } from 'vitest'
import { z } from 'zod'
import { MirrorFeed } from '../../../src/board-index/mirror-feed.ts'
import { isOfGroup } from '../../../src/db/outbox/command-groups.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import type { OutboxRecord } from '../../../src/db/schema/records.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { hasAgedOut } from '../../../src/domain/lead/access.ts'
import { flatRow } from '../../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { expectEqualToRecount } from '../../unit/board-index/every-view.ts'
import { Arrivals } from './arrivals.ts'
import { DocumentOracle } from './document-oracle.ts'
import { ErasureOracle } from './erasure-oracle.ts'
import { HandOverOracle } from './hand-over-oracle.ts'
import { JournalReader } from './journal-reader.ts'
import { MadeCommands } from './made-commands.ts'
import { ObligationOracle } from './obligation-oracle.ts'
import { RowOracle } from './row-oracle.ts'
import type { SimServer } from './sim-server.ts'
import { readStored, type StoredRows } from './stored-rows.ts'
import type { Tablet } from './tablet.ts'

/** Returns the lead and client of a command as the screen shows them. */
function rowsOf(
  { entityUid, clientUid }: OutboxRecord,
  shown: Pick<StoredRows, 'leads' | 'clients'>,
): [Lead | null, Client | null] {
  const lead = shown.leads.get(entityUid) ?? null
  return [lead, shown.clients.get(clientUid ?? lead?.client_uid ?? '') ?? null]
}

/** Returns the rows by uid, without their generation. */
const byUid = (rows: readonly { readonly uid: string }[]) =>
  Object.fromEntries(rows.map((row) => [row.uid, { ...row, generation: 0 }]))

export class Oracle {
  readonly erasures = new ErasureOracle()
  readonly handOvers: HandOverOracle
  readonly commands: MadeCommands
  readonly arrivals = new Arrivals(this.erasures)
  readonly documents: DocumentOracle
  readonly obligations: ObligationOracle
  /** The board index of each open database. */
  readonly #feeds = new WeakMap<MirrorDb, MirrorFeed>()
  readonly #server: SimServer
  readonly #rows: RowOracle
  /** Tablets with a command that waits for its user's decision. */
  readonly refused = new Set<Tablet>()
  /** Null in a scenario with a board: its snapshots delete the journal's entries. */
  readonly #journal: JournalReader | null

  constructor(
    server: SimServer,
    { hasBoard, ofLimits }: { readonly hasBoard: boolean; readonly ofLimits: boolean },
  ) {
    this.#server = server
    this.handOvers = new HandOverOracle(server, this.erasures)
    this.commands = new MadeCommands(this.erasures.uids, this.handOvers)
    this.documents = new DocumentOracle(server, this.erasures.uids)
    this.obligations = new ObligationOracle(server, ofLimits)
    this.#rows = new RowOracle(this.arrivals)
    this.#journal = hasBoard ? null : new JournalReader()
  }

  /** Checks a tablet after a step: its outbox, timelines, documents, and that the rows match the outbox. */
  check(tablet: Tablet): Promise<void> {
    expect(this.arrivals.broken).toEqual([])
    return tablet.look(() => this.#check(tablet))
  }

  async #check(tablet: Tablet): Promise<void> {
    const { db, name, number } = tablet
    const stored = await readStored(db, this.#journal?.since(name) ?? 0)
    const { outbox, leads, answered } = stored
    const left = answered.filter((uid) => !leads.has(uid))
    expect(left, `tablet ${number} has timelines without their leads`).toEqual([])
    if (outbox.some(({ state }) => state === 'conflict' || state === 'rejected')) this.refused.add(tablet)
    else this.refused.delete(tablet)
    for (const record of outbox) this.commands.seen(tablet, record, flatRow(...rowsOf(record, stored)))
    this.commands.groupsAreWhole(tablet, outbox)
    await this.handOvers.check(tablet, outbox)
    this.obligations.check(tablet, stored)
    await this.#noneIsApplied(tablet, outbox)
    await this.documents.check(tablet, outbox)
    await this.#rows.check(tablet, stored)
    await this.erasures.check(tablet)
    this.#journal?.follow(name, stored)
  }

  /** Only a command in `sending` may be applied already: the user may discard or change the others. */
  async #noneIsApplied({ number }: Tablet, outbox: readonly OutboxRecord[]): Promise<void> {
    // The author's device may have sent what this one received, and the other way round.
    const others = outbox.filter(({ state, handed }) => state !== 'sending' && handed === undefined)
    if (others.length === 0) return
    const log = await this.#server.log()
    const applied = new Set(
      log.flatMap(({ key, outcome, sent_by }) => (outcome === 'applied' && sent_by === null ? key : [])),
    )
    for (const { key, seq, state } of others)
      if (applied.has(key)) expect.fail(`tablet ${number}: command ${seq} is ${state} and applied`)
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
    // A blocked command waits for an earlier command with a problem on the same lead or client, or for one of its group.
    const held = new Set<string>()
    const refused = outbox.filter(({ state }) => state === 'conflict' || state === 'rejected')
    for (const record of outbox) {
      const { seq, state, problem, entityUid, clientUid } = record
      const name = `tablet ${tablet.number}, command ${seq}`
      const about = [entityUid, ...(clientUid === null ? [] : [clientUid])]
      if (state === 'conflict' || state === 'rejected')
        expect(problem?.message ?? '', `${name} is ${state} without a reason`).not.toBe('')
      else if (state === 'blocked')
        expect(
          about.some((uid) => held.has(uid)) || refused.some((other) => isOfGroup(record, other)),
          `${name} is blocked by no earlier command`,
        ).toBe(true)
      else expect.fail(`${name} is still ${state} at the end`)
      for (const uid of about) held.add(uid)
    }
  }
}

function sortedRows(rows: unknown): unknown {
  const list = z.array(z.object({ kind: z.string(), id: z.string() }).loose()).parse(rows)
  return Object.fromEntries(list.map((row) => [`${row.kind} ${row.id}`, { ...row, generation: 0 }]))
}
