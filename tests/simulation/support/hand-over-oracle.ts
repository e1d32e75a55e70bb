/**
 * Checks hand-overs: a lead exists once, as its author's and at the author's time, whoever sends it first. Each device's entry ends
 * only with the lead on the server, and its user is told exactly where another device was first. docs/rules.md#hand-over
 */
import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../../server/db/database.ts'
import { beginsLead } from '../../../src/commands/registry.ts'
import type { Statement } from '../../../src/contract/hand-over.ts'
import { authorsKey } from '../../../src/contract/push-command.ts'
import { pushRequestSchema, pushResponseSchema } from '../../../src/contract/sync.ts'
import { readMeta } from '../../../src/db/mirror/meta.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import type { OutboxRecord } from '../../../src/db/schema/records.ts'
import { HAND_OVER_ENTRY } from '../../../src/domain/hand-over/rules.ts'
import { sameValue } from '../../../src/domain/lead/conflicts.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import type { SimServer } from './sim-server.ts'
import type { Tablet } from './tablet.ts'
import type { Committed } from './witness.ts'

/** What a device has shown as a code. */
interface Given {
  readonly statement: Statement
  readonly leadUid: string
  readonly author: number
  readonly deviceId: string
  readonly sessionId: string
}

/** The creation on one device: its author's own, or what another received. */
interface Entry {
  readonly key: string
  readonly tablet: string
  readonly userId: number
  readonly isOwn: boolean
  readonly client: string
  /** The clients that it named: an answer may have given it another. */
  readonly clientUids: Set<string>
  isOver: boolean
}

interface About {
  readonly uids: ReadonlySet<string>
}

const newsSchema = z.array(z.object({ client: z.string(), isOwn: z.boolean() })).catch([])
/** The simulation's own record: it goes with the others of `meta`, and with it what the user had not been told yet. */
const MARK = 'simulationMark'
const OLDEST_CLAIM_MS = 30 * DAY_MS

const placeOf = ({ name }: Tablet, { seq }: OutboxRecord) => `${name} ${seq}`

export class HandOverOracle {
  readonly #given = new Map<string, Given>()
  readonly #entries = new Map<string, Entry>()
  /** Places of entries that their user discarded. */
  readonly #givenUp = new Set<string>()
  /** Keys whose lead went with a restore. */
  readonly #lost = new Set<string>()
  /** Whether the answers to a tablet said that another device was first, by its name and key. */
  readonly #told = new Map<string, Set<boolean>>()
  /** Users who created a refused lead as their own, by lead. */
  readonly #owners = new Map<string, Set<number>>()
  readonly #server: SimServer
  readonly #erased: About

  constructor(server: SimServer, erased: About) {
    this.#server = server
    this.#erased = erased
  }

  get any(): boolean {
    return this.#given.size > 0
  }

  /** A device shows the code of its waiting creation. */
  given(tablet: Tablet, record: OutboxRecord, given: Omit<Given, 'leadUid'>): void {
    this.#given.set(record.key, { ...given, leadUid: record.entityUid })
    this.#note(tablet, record)
  }

  #note(tablet: Tablet, record: OutboxRecord): void {
    const place = placeOf(tablet, record)
    if (this.#entries.has(place)) return
    this.#entries.set(place, {
      key: record.key,
      tablet: tablet.name,
      userId: tablet.userId,
      isOwn: record.handed === undefined,
      client: record.subject.clientName,
      clientUids: new Set(record.clientUid === null ? [] : [record.clientUid]),
      isOver: false,
    })
  }

  /** The base of the command that a request carries as a code; undefined: it carries none. */
  baseOf(sentKey: string): Readonly<Record<string, unknown>> | undefined {
    return this.#given.get(authorsKey(sentKey))?.statement.base
  }

  /** Whether the command came from another device. */
  isReceived(tablet: Tablet, record: OutboxRecord): boolean {
    return this.#entries.get(placeOf(tablet, record))?.isOwn === false
  }

  gaveUp(tablet: Tablet, record: OutboxRecord): void {
    this.#givenUp.add(placeOf(tablet, record))
  }

  /** The server lost these with a restore. */
  undone(keys: readonly string[]): void {
    for (const key of keys) if (this.#given.has(key)) this.#lost.add(key)
  }

  /** Call within `look`, after each step. */
  async check(tablet: Tablet, outbox: readonly OutboxRecord[]): Promise<void> {
    if (!this.any) return
    const present = new Map(outbox.map((record) => [placeOf(tablet, record), record]))
    this.received(tablet, outbox)
    const news = newsSchema.parse((await readMeta(tablet.db, 'handOverNews')) ?? [])
    const isWiped = await wiped(tablet.db)
    for (const [place, entry] of this.#entries) {
      if (entry.tablet !== tablet.name || entry.isOver) continue
      const record = present.get(place)
      if (typeof record?.clientUid === 'string') entry.clientUids.add(record.clientUid)
      if (record !== undefined && (record.handed === undefined) === entry.isOwn) {
        this.#notToldYet(tablet, record, entry, news)
        continue
      }
      entry.isOver = true
      if (record === undefined) await this.#endedRightly(tablet, place, entry, isWiped ? null : news)
      else this.#becameOwn(entry)
    }
  }

  /** Call with the queue after each receipt: an entry may be over at the next step. */
  received(tablet: Tablet, outbox: readonly OutboxRecord[]): void {
    for (const record of outbox.filter(({ handed }) => handed !== undefined)) {
      this.#isAsGiven(tablet, record)
      this.#note(tablet, record)
    }
  }

  #isAsGiven({ number }: Tablet, { key, command, args, occurredAt }: OutboxRecord): void {
    const given = this.#given.get(key)
    if (given === undefined)
      expect.fail(`tablet ${number} received a creation of key ${key}, which none gave`)
    const { statement } = given
    expect(
      command === statement.command &&
        sameValue(args, statement.args) &&
        occurredAt === statement.occurred_at,
      `tablet ${number} received another creation than was given`,
    ).toBe(true)
  }

  #becameOwn({ key, userId }: Entry): void {
    const lead = this.#given.get(key)?.leadUid ?? ''
    this.#owners.set(lead, (this.#owners.get(lead) ?? new Set()).add(userId))
  }

  /** Clients may have the same name: then none of their entries is judged by it. */
  #isNamedOnce({ key, tablet, client }: Entry): boolean {
    const named = [...this.#entries.values()].filter((one) => one.tablet === tablet && one.client === client)
    return named.every((one) => one.key === key)
  }

  #notToldYet(
    { number }: Tablet,
    record: OutboxRecord,
    entry: Entry,
    news: readonly { client: string }[],
  ): void {
    if (record.key !== entry.key || !this.#isNamedOnce(entry)) return
    expect(
      news.some(({ client }) => client === entry.client),
      `tablet ${number} was told that another device had sent ${entry.client}, and keeps it in its queue`,
    ).toBe(false)
  }

  async #endedRightly(
    { number }: Tablet,
    place: string,
    entry: Entry,
    news: readonly { client: string; isOwn: boolean }[] | null,
  ): Promise<void> {
    const given = this.#given.get(entry.key)
    if (given === undefined || this.#givenUp.has(place)) return
    if ([given.leadUid, ...entry.clientUids].some((uid) => this.#erased.uids.has(uid))) return
    const lead = await this.#server.lead(given.leadUid)
    const name = `the ${entry.isOwn ? 'giver' : 'receiver'} of ${entry.client}, tablet ${number},`
    if (lead === null && !this.#lost.has(entry.key)) expect.fail(`${name} let it go without a lead`)
    const answers = this.#told.get(`${entry.tablet} ${entry.key}`)
    const [told] = answers ?? []
    if (news === null || told === undefined || answers?.size !== 1 || !this.#isNamedOnce(entry)) return
    const count = news.filter(({ client, isOwn }) => client === entry.client && isOwn === entry.isOwn).length
    expect(count, `how often ${name} was told who had sent it`).toBe(told ? 1 : 0)
  }

  /** Checks the answer to a push, with what its commands committed. */
  async answered(
    tablet: Tablet,
    { request, answer, committed }: { request: string; answer: string; committed: readonly Committed[] },
  ): Promise<void> {
    if (!this.any) return
    await this.#carriedOut(tablet, committed)
    const { commands } = pushRequestSchema.parse(JSON.parse(request))
    for (const result of pushResponseSchema.parse(JSON.parse(answer)).results) {
      const command = commands.find(({ key }) => authorsKey(key) === result.key)
      if (result.outcome !== 'applied' || command === undefined || !this.#given.has(result.key)) continue
      const isHanded = command.handed !== undefined
      const row = await this.#logOf(result.key)
      const isOther = isHanded ? row?.sent_by !== tablet.userId : (row?.sent_by ?? null) !== null
      expect(
        result.sent_by !== undefined,
        `whether tablet ${tablet.number} hears that another device sent ${result.key} first`,
      ).toBe(isOther)
      const place = `${tablet.name} ${result.key}`
      this.#told.set(place, (this.#told.get(place) ?? new Set()).add(isOther))
    }
  }

  #logOf(key: string) {
    return this.#server.db
      .selectFrom('command_log')
      .select(['user_id', 'device_id', 'sent_by', 'outcome'])
      .where('key', '=', key)
      .executeTakeFirst()
  }

  /** A receiver's device has sent it: the author may still hand it over, and it is the author's. */
  async #carriedOut({ number }: Tablet, committed: readonly Committed[]): Promise<void> {
    for (const { table, row } of committed.flatMap(({ inserted }) => inserted)) {
      if (table !== 'command_log' || row.sent_by === null || row.sent_by === undefined) continue
      const given = this.#given.get(String(row.key))
      if (given === undefined) expect.fail(`tablet ${number} sent what nobody had handed over`)
      expect([row.user_id, row.device_id], `the author of what tablet ${number} sent`).toEqual([
        given.author,
        given.deviceId,
      ])
      expect(await this.#mayHandOver(given), `tablet ${number} sent what its author may not hand over`).toBe(
        true,
      )
    }
  }

  async #mayHandOver({ sessionId, author, deviceId, statement }: Given): Promise<boolean> {
    const { db } = this.#server
    const session = await db
      .selectFrom('sessions')
      .select('revoked_at')
      .where('id', '=', sessionId)
      .executeTakeFirst()
    const order = await db
      .selectFrom('devices')
      .select('erase_requested_at')
      .where('user_id', '=', author)
      .where('device_id', '=', deviceId)
      .executeTakeFirst()
    const ended = session?.revoked_at ?? null
    return (
      session !== undefined &&
      (order?.erase_requested_at ?? null) === null &&
      (ended === null || Date.parse(ended) >= Date.parse(statement.handed_at))
    )
  }

  /** Call at the end. */
  async settled(): Promise<void> {
    for (const [key, given] of this.#given) await this.#existsOnce(key, given)
  }

  async #existsOnce(key: string, given: Given): Promise<void> {
    const { leadUid, author, deviceId, statement } = given
    const { db } = this.#server
    const lead = await db
      .selectFrom('leads')
      .select('created_by')
      .where('uid', '=', leadUid)
      .executeTakeFirst()
    const log = await this.#logOf(key)
    if (lead === undefined) {
      expect(log?.outcome, `what was handed over as ${key} is done and has no lead`).not.toBe('applied')
      return
    }
    const entries = await entriesOf(db, leadUid)
    // Other leads of the client have an entry of the same command.
    const begun = entries.filter(({ command, changes }) => beginsLead(command) && begins(changes))
    expect(begun, `creations of lead ${leadUid}, which was handed over`).toHaveLength(1)
    const [creation] = begun
    const authors = [author, ...(this.#owners.get(leadUid) ?? [])]
    expect(authors, `who created lead ${leadUid}`).toContain(creation?.user_id)
    expect(lead.created_by, `whose lead ${leadUid} is`).toBe(creation?.user_id)
    if (log?.outcome === 'applied' && creation !== undefined) {
      expect([creation.user_id, creation.device_id], `whose creation ${key} is`).toEqual([author, deviceId])
      const [claimed, received] = [statement.occurred_at, creation.received_at].map((at) => Date.parse(at))
      const isBelieved =
        claimed !== undefined &&
        received !== undefined &&
        claimed <= received &&
        received - claimed < OLDEST_CLAIM_MS
      if (isBelieved) expect(Date.parse(creation.occurred_at), `when ${key} was created`).toBe(claimed)
    }
    this.#receiptsFit(leadUid, entries)
  }

  /** Each receiver is in the history at most once, and nobody else. */
  #receiptsFit(leadUid: string, entries: readonly { command: string; user_id: number | null }[]): void {
    const receipts = entries
      .filter(({ command }) => command === HAND_OVER_ENTRY)
      .map(({ user_id }) => user_id)
    const receivers = [...this.#entries.values()]
      .filter(({ key, isOwn }) => !isOwn && this.#given.get(key)?.leadUid === leadUid)
      .map(({ userId }) => userId)
    expect(receipts, `receipts of lead ${leadUid}`).toEqual([...new Set(receipts)])
    expect(receivers, `who received lead ${leadUid}`).toEqual(expect.arrayContaining(receipts))
  }
}

const entriesOf = (db: Kysely<Database>, leadUid: string) =>
  db
    .selectFrom('timeline')
    .select(['command', 'user_id', 'device_id', 'occurred_at', 'received_at', 'changes'])
    .where('lead_uid', '=', leadUid)
    .orderBy('id')
    .execute()

const changesSchema = z.object({ state: z.object({ before: z.unknown() }).optional() })
const begins = (changes: unknown) => changesSchema.parse(changes).state?.before === null

/** Whether `meta` was emptied since the last look. */
async function wiped(db: MirrorDb): Promise<boolean> {
  if ((await db.meta.get(MARK)) !== undefined) return false
  await db.meta.put({ name: MARK, value: true })
  return true
}
