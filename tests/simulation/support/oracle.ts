/**
 * What must be true of a story, whatever went wrong in it. Pages and rows are checked as they arrive, devices after
 * steps, the whole at the end: each command that a device made is applied exactly once, or still there with a reason,
 * or was given up by the user.
 */
import { expect } from 'vitest'
import { z } from 'zod'
import { MirrorFeed } from '../../../src/board-index/mirror-feed.ts'
import { pullPageSchema, pushRequestSchema, pushResponseSchema } from '../../../src/contract/sync.ts'
import { contextSource } from '../../../src/db/command-context.ts'
import { isReplayed, replay } from '../../../src/db/replay.ts'
import type { LeadRecord, OutboxRecord } from '../../../src/db/schema.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { inScope, matchesScope, scopeOf } from '../../../src/domain/lead/access.ts'
import { changedFields, sameValue } from '../../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { roleOf, type SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { expectEqualToRecount } from '../../unit/board-index/every-view.ts'
import { settings as defaultSettings } from '../../unit/domain/fixtures.ts'
import type { SimAnswer } from './sim-server.ts'
import type { Tablet } from './tablet.ts'
import type { Committed } from './witness.ts'

/** A command as its maker sees it: one, under however many keys. */
interface Made {
  readonly name: string
  readonly tablet: string
  readonly seq: number
  readonly uid: string
  readonly keys: Set<string>
  /** Lead and client, flat, as the screen showed them when the user did it; nothing for what begins. */
  readonly seen: ReadonlyMap<string, unknown>
  /** The fields that the screen showed differently at once. A rule may change others on the server, from what stands there. */
  readonly writes: ReadonlySet<string>
  givenUp: boolean
}

type Flat = Readonly<Record<string, unknown>>

const changesSchema = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }))
const rowSchema = z.object({ uid: z.string(), version: z.number(), generation: z.number() })
const schedulingSchema = z.object({ status: z.number() })
const userRowSchema = z.object({ id: z.number(), login: z.string(), phone: z.string() })

/** The columns alone, by uid. */
const byUid = (rows: readonly { readonly uid: string }[]) =>
  Object.fromEntries(rows.map((row) => [row.uid, { ...row, generation: 0 }]))

interface Sent {
  readonly tablet: Tablet
  readonly path: string
  readonly answer: SimAnswer
  readonly user: SessionUser
  readonly nowMs: number
  readonly leadsOfClient: (uid: string) => Promise<readonly Lead[]>
}

export class Oracle {
  readonly #made = new Map<string, Made>()
  readonly #byKey = new Map<string, Made>()
  /** Keys of those who are no tablet. */
  readonly #otherKeys = new Set<string>()
  readonly #versions = new Map<string, number>()
  /** What a tablet's commands wrote last, by tablet, lead and field. */
  readonly #lastWritten = new Map<string, unknown>()
  /** The base with which a command was carried out, by its key: while its answer is on its way the queue's own may grow. */
  readonly #bases = new Map<string, Flat>()
  readonly #feeds = new Map<number, MirrorFeed>()
  /** What broke while nobody was looking: in an event, where throwing would be lost. */
  readonly #broken: string[] = []

  /** A key of a client that is no tablet. */
  expectKey(key: string): void {
    this.#otherKeys.add(key)
  }

  /** Every row that a tablet writes: within a generation versions never go back. */
  rowsWritten(tablet: number, table: string, rows: readonly unknown[]): void {
    for (const row of rows) {
      const { uid, version, generation } = rowSchema.parse(row)
      const place = `${tablet} ${table} ${generation} ${uid}`
      const known = this.#versions.get(place)
      if (known !== undefined && known > version)
        this.#broken.push(`tablet ${tablet}: ${table} ${uid} went from version ${known} to ${version}`)
      this.#versions.set(place, version)
    }
  }

  /** Every answer that is on its way to a tablet; `user` as the server has it at this moment. */
  async answerSent(sent: Sent): Promise<void> {
    const { path, answer, tablet, user } = sent
    if (answer.status !== 200) return
    const body: unknown = JSON.parse(answer.body)
    if (path.startsWith('/api/sync/push')) {
      const results = pushResponseSchema.parse(body).results.filter((result) => result.outcome !== 'blocked')
      // A later command of the same request may have taken the lead away: it was the user's when its client was told.
      const gone = new Set(results.flatMap((result) => result.removed))
      for (const result of results) await this.#mayHave(sent, result.rows, gone)
      return
    }
    const page = pullPageSchema.parse(body)
    await this.#mayHave(sent, page.rows)
    if (roleOf(user) > 3)
      for (const { kind, value } of page.rows.catalogues)
        if (kind === 'user') {
          const { login, phone } = userRowSchema.parse(value)
          expect(login + phone, `tablet ${tablet.number} got a colleague's login`).toBe('')
        }
  }

  /** What the database committed while a request of a tablet was served. */
  carriedOut(request: string, committed: readonly Committed[]): void {
    const { commands } = pushRequestSchema.parse(JSON.parse(request))
    const bases = new Map(commands.map(({ key, base }) => [key, base]))
    for (const { inserted } of committed) {
      const key = claimOf(inserted)
      const base = key === null ? undefined : bases.get(key)
      if (key !== null && base !== undefined && !this.#bases.has(key)) this.#bases.set(key, base)
    }
  }

  /** As the server has them at this moment. */
  settings: Settings = defaultSettings

  async #mayHave(
    { tablet, user, nowMs, leadsOfClient }: Sent,
    rows: { readonly leads: readonly Lead[]; readonly clients: readonly Client[] },
    gone: ReadonlySet<string> = new Set(),
  ): Promise<void> {
    const isTheirs = (lead: Lead) => inScope(lead, user, this.settings, nowMs)
    for (const lead of rows.leads)
      expect(
        isTheirs(lead),
        `tablet ${tablet.number} of role ${roleOf(user)} got lead ${lead.id}, which is not its user's`,
      ).toBe(true)
    const named = new Set(rows.leads.map((lead) => lead.client_uid))
    for (const { uid } of rows.clients) {
      // A client may be changed by whoever has to do with it, however old its leads are.
      const isKnown = (lead: Lead) => matchesScope(lead, scopeOf(user)) || gone.has(lead.uid)
      const known = named.has(uid) || roleOf(user) <= 2 || (await leadsOfClient(uid)).some(isKnown)
      expect(known, `tablet ${tablet.number} got client ${uid}, who is in no lead of its user's`).toBe(true)
    }
  }

  /** A command was queued: what its user saw. */
  made(tablet: Tablet, record: OutboxRecord, shown: { readonly before: Flat; readonly after: Flat }): void {
    const { seq } = record
    if (seq === undefined) throw new Error('a queued command has a place')
    const name = `tablet ${tablet.name}, command ${seq} (${record.command})`
    const made: Made = {
      name,
      tablet: tablet.name,
      seq,
      uid: record.entityUid,
      keys: new Set(),
      seen: new Map(Object.entries(shown.before)),
      writes: new Set(Object.keys(changedFields(shown.before, shown.after))),
      givenUp: false,
    }
    this.#made.set(`${tablet.name} ${seq}`, made)
    this.#note(made, record)
  }

  #note(made: Made, record: OutboxRecord): void {
    made.keys.add(record.key)
    this.#byKey.set(record.key, made)
  }

  #of(tablet: Tablet, { seq }: OutboxRecord): Made {
    const made = this.#made.get(`${tablet.name} ${seq}`)
    if (made === undefined) throw new Error(`tablet ${tablet.number} has a command that nobody made`)
    return made
  }

  /** The user gives these up. */
  givenUp(tablet: Tablet, records: readonly OutboxRecord[]): void {
    for (const record of records) this.#of(tablet, record).givenUp = true
  }

  /** After each step that touches the tablet: its queue's keys, and whether rows and queue fit. */
  check(tablet: Tablet): Promise<void> {
    expect(this.#broken).toEqual([])
    return tablet.look(() => this.#check(tablet))
  }

  async #check(tablet: Tablet): Promise<void> {
    const { db } = tablet
    const [outbox, leads, bases] = await db.transaction('r', [db.outbox, db.leads, db.bases], () =>
      Promise.all([db.outbox.orderBy('seq').toArray(), db.leads.toArray(), db.bases.toArray()]),
    )
    for (const record of outbox) this.#note(this.#of(tablet, record), record)
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
    const source = await contextSource(tablet.db, session.user)
    const queues = Map.groupBy(outbox, (record) => record.entityUid)
    const shown = new Map(leads.map((lead) => [lead.uid, lead]))
    const based = new Set(bases.map(({ uid }) => uid))
    for (const [uid, records] of queues)
      if ((shown.get(uid)?.version ?? 0) > 0 && records.some(isReplayed))
        expect(based, `${uid} has a queue and no base`).toContain(uid)
    for (const base of bases) {
      const records = queues.get(base.uid) ?? []
      expect(records, `${base.uid} has a base and no queue`).not.toEqual([])
      const lead = shown.get(base.uid)
      expect(lead, `${base.uid} has a base and is not shown`).toBeDefined()
      const replayed: LeadRecord = { ...base, ...replay(base, records, source) }
      // A pending change of the client shows in the lead's copies of it.
      const clientWaits = outbox.some(({ clientUid }) => clientUid === replayed.client_uid)
      if (lead !== undefined && !clientWaits) expect(byUid([lead])).toEqual(byUid([replayed]))
    }
  }

  /** The board's index follows the journal alone and must equal a recount of the rows; now and then its snapshot is read. */
  checkBoard(tablet: Tablet, nowMs: number, anew: boolean): Promise<void> {
    return tablet.look(() => this.#checkBoard(tablet, nowMs, anew))
  }

  async #checkBoard(tablet: Tablet, nowMs: number, anew: boolean): Promise<void> {
    let feed = anew ? undefined : this.#feeds.get(tablet.number)
    if (feed === undefined) {
      feed = new MirrorFeed(tablet.db)
      await feed.open()
    } else await feed.follow()
    this.#feeds.set(tablet.number, feed)
    const leads = await tablet.db.leads.toArray()
    expectEqualToRecount(feed.index, leads, nowMs)
  }

  /** An index belongs to an opened database. */
  closed(tablet: Tablet): void {
    this.#feeds.delete(tablet.number)
  }

  /** Everything is quiet: nothing under way, everybody signed in, all faults over. */
  async converged(
    tablet: Tablet,
    server: {
      readonly leads: readonly Lead[]
      readonly clients: readonly Client[]
      readonly catalogues: unknown
    },
  ): Promise<void> {
    await this.check(tablet)
    const { db } = tablet
    const outbox = await db.outbox.orderBy('seq').toArray()
    this.#everyOneHasAReason(tablet, outbox)
    // What began here and was refused stays until its user gives it up.
    const mine = new Set(outbox.flatMap(({ entityUid, clientUid }) => [entityUid, clientUid]))
    const isOwn = ({ uid, version }: { uid: string; version: number }) => version === 0 && mine.has(uid)
    const leads = (await db.leads.toArray()).filter((lead) => !isOwn(lead))
    expect(byUid(leads), `tablet ${tablet.number} has other leads than the server`).toEqual(
      byUid(server.leads),
    )
    // So does a client that a command in the queue writes.
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

  /** What the database committed against what the users did. Answers how often each outcome came. */
  async settled(
    tablets: readonly Tablet[],
    committed: readonly Committed[],
    log: readonly LogRow[],
  ): Promise<void> {
    const applied = new Map(log.filter(({ outcome }) => outcome === 'applied').map(({ key }) => [key, true]))
    for (const { key } of log)
      if (!this.#byKey.has(key) && !this.#otherKeys.has(key))
        expect.fail(`nobody made the command of key ${key}`)
    const queued = new Set<string>()
    for (const tablet of tablets)
      for (const { seq } of await tablet.db.outbox.toArray()) queued.add(`${tablet.name} ${seq}`)
    for (const [place, made] of this.#made) {
      const times = [...made.keys].filter((key) => applied.has(key)).length
      if (times > 1) expect.fail(`${made.name} was applied ${times} times`)
      if (times === 1 && queued.has(place)) expect.fail(`${made.name} is applied and still queued`)
      if (times === 0 && !queued.has(place) && !made.givenUp)
        expect.fail(`${made.name} is neither applied nor queued nor given up`)
    }
    this.#orderAndEffects(committed, applied)
  }

  #orderAndEffects(committed: readonly Committed[], applied: ReadonlyMap<string, boolean>): void {
    const done = new Set<Made>()
    for (const { inserted } of committed) {
      const key = claimOf(inserted)
      const entries = inserted.filter(({ table }) => table === 'timeline')
      if (key === null) {
        if (entries.length > 0) expect.fail('a change in the timeline without a key in its transaction')
        continue
      }
      const made = this.#byKey.get(key)
      if (made === undefined || !applied.has(key)) continue
      if (done.has(made)) expect.fail(`${made.name} was applied twice`)
      done.add(made)
      this.#nothingOvertaken(made, done)
      const base = this.#bases.get(key)
      if (base === undefined) expect.fail(`${made.name} was carried out, and no tablet had asked for it`)
      for (const { row } of entries) this.#nothingOverwritten(made, base, row.changes)
    }
    for (const key of applied.keys()) {
      const made = this.#byKey.get(key)
      if (made !== undefined && !done.has(made))
        expect.fail(`${made.name} is in the log and was never committed`)
    }
  }

  /** Whatever the same tablet did before on the same lead is done or given up. */
  #nothingOvertaken(made: Made, done: ReadonlySet<Made>): void {
    for (const other of this.#made.values())
      if (other.tablet === made.tablet && other.uid === made.uid && other.seq < made.seq)
        if (!done.has(other) && !other.givenUp) expect.fail(`${made.name} was applied before ${other.name}`)
  }

  /**
   * What it changed was as its user had seen it, as the user wanted it already, or as an earlier command of the same
   * tablet left it: the server may have clamped the instant in it.
   */
  #nothingOverwritten(made: Made, base: Flat, changes: unknown): void {
    const fields = changesSchema.parse(typeof changes === 'string' ? JSON.parse(changes) : changes)
    for (const [field, { before, after }] of Object.entries(fields)) {
      if (!(field in base) && !made.writes.has(field)) continue
      // A scheduling that is over stands in the history: nothing is taken away with it.
      if (field === 'lead_scheduling' && isOver(before)) continue
      const expected = field in base ? base[field] : made.seen.get(field)
      const place = `${made.tablet} ${made.uid} ${field}`
      const own = this.#lastWritten.get(place)
      this.#lastWritten.set(place, after)
      if (![expected, after, own].some((value) => sameValue(before, value)))
        expect.fail(
          `${made.name} wrote ${field} over ${JSON.stringify(before)}; its user had seen ${JSON.stringify(expected)}`,
        )
    }
  }
}

/** The key that the transaction claimed; null: it carried out no command. */
function claimOf(inserted: Committed['inserted']): string | null {
  const claim = inserted.find(({ table }) => table === 'command_log')
  return claim === undefined ? null : String(claim.row.key)
}

const isOver = (value: unknown) => value === null || schedulingSchema.safeParse(value).data?.status === 1

export interface LogRow {
  readonly key: string
  readonly outcome: string
}

function sortedRows(rows: unknown): unknown {
  const list = z.array(z.object({ kind: z.string(), id: z.string() }).loose()).parse(rows)
  return Object.fromEntries(list.map((row) => [`${row.kind} ${row.id}`, { ...row, generation: 0 }]))
}
