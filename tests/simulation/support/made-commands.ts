/** Compares every command that a user made on a tablet with the database's commits. */
import { expect } from 'vitest'
import { z } from 'zod'
import { appendsTo } from '../../../src/commands/registry.ts'
import { authorsKey } from '../../../src/contract/push-command.ts'
import { pushRequestSchema } from '../../../src/contract/sync.ts'
import type { OutboxRecord } from '../../../src/db/schema/records.ts'
import { HAND_OVER_ENTRY } from '../../../src/domain/hand-over/rules.ts'
import { changedFields, isClientField, isMerged, sameValue } from '../../../src/domain/lead/conflicts.ts'
import { groupsAreApplied, groupsAreWhole } from './group-oracle.ts'
import type { HandOverOracle } from './hand-over-oracle.ts'
import type { LogRow } from './sim-server.ts'
import type { Tablet } from './tablet.ts'
import type { Committed } from './witness.ts'

/** One command of a user. Each retry after a refusal adds a key. */
interface Made {
  readonly name: string
  readonly command: string
  readonly tablet: string
  readonly seq: number
  readonly uid: string
  readonly client: string | null
  /** Id of the group that it was made in. */
  readonly group: string | null
  readonly keys: Set<string>
  /**
   * A referral completes the blank fields of a client that its document names: docs/rules.md#scope-of-clients. So does a
   * save that gives its lead another client.
   */
  readonly completes: boolean
  /**
   * The values that the screen showed, by field of lead and client. They start with the values at the time of the
   * command (none for a new lead). Values of later checks and the server's side of a conflict are added.
   */
  readonly seen: Map<string, unknown[]>
  /** The row on the screen right after the command. */
  after: Flat
  /** The fields that the command changed on the screen. A rule may change more fields on the server. */
  writes: ReadonlySet<string>
  givenUp: boolean
  /** The server forgot it: its database was restored to a state before it. */
  isLost: boolean
}

/** The final state of a command. 'gone': its user discarded it, or a restore of the database undid it. */
export type Fate = 'applied' | 'queued' | 'gone'

type Flat = Readonly<Record<string, unknown>>

const changesSchema = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }))
const schedulingSchema = z.object({ status: z.number() })
const isOver = (value: unknown) => value === null || schedulingSchema.safeParse(value).data?.status === 1

const givesAnother = (args: unknown) =>
  typeof args === 'object' && args !== null && 'identity' in args && args.identity === 'other'

/** A command of a transaction with what it inserted. A group has several. `key` null: it executed no command. */
interface Part {
  readonly key: string | null
  readonly inserted: Committed['inserted'][number][]
}

function partsOf(inserted: Committed['inserted']): readonly Part[] {
  const parts: Part[] = []
  for (const insert of inserted) {
    const isClaim = insert.table === 'command_log'
    if (isClaim || parts.length === 0)
      parts.push({ key: isClaim ? String(insert.row.key) : null, inserted: [] })
    parts.at(-1)?.inserted.push(insert)
  }
  return parts
}

/** Returns the uid of the client that a command wrote: the server may use an existing client with the same document. */
function writtenClient(made: Made, fields: z.infer<typeof changesSchema>): string {
  return z.string().safeParse(fields.client_uid?.after).data ?? made.client ?? made.uid
}

function noteSeen({ seen }: Made, field: string, value: unknown): void {
  const known = seen.get(field) ?? []
  if (!known.some((one) => sameValue(one, value))) seen.set(field, [...known, value])
}

/** Copies the values seen before a discarded command to a later command on the same lead or client. */
function passOnSeen(given: Made, later: Made): void {
  for (const [field, values] of given.seen)
    if (
      isClientField(field) ? later.client !== null && later.client === given.client : later.uid === given.uid
    )
      for (const value of values) noteSeen(later, field, value)
}

export class MadeCommands {
  readonly #made = new Map<string, Made>()
  readonly #byKey = new Map<string, Made>()
  /** Keys of REST calls. */
  readonly #otherKeys = new Set<string>()
  /** The base of an executed command, by key. The outbox may extend its own base while the answer is on its way. */
  readonly #bases = new Map<string, Flat>()
  /** The last value that a tablet's commands wrote, by tablet, lead or client, and field. */
  readonly #lastWritten = new Map<string, unknown>()

  /** Uids of erased clients and their leads. Devices let go what is queued about them. */
  readonly #erased: ReadonlySet<string>
  /** What a tablet received is a command of its author. */
  readonly #handOvers: HandOverOracle

  constructor(erased: ReadonlySet<string>, handOvers: HandOverOracle) {
    this.#erased = erased
    this.#handOvers = handOvers
  }

  /** What is queued for a lead that a creation for an erased client begins goes with it. */
  #mayBeLetGo({ uid, client, tablet }: Made): boolean {
    const isErased = (made: Pick<Made, 'uid' | 'client'>) =>
      this.#erased.has(made.uid) || (made.client !== null && this.#erased.has(made.client))
    if (this.#erased.size === 0) return false
    if (isErased({ uid, client })) return true
    return [...this.#made.values()].some(
      (other) => other.tablet === tablet && other.uid === uid && isErased(other),
    )
  }

  /** Announces the key of a REST call. */
  expectKey(key: string): void {
    this.#otherKeys.add(key)
  }

  /** A command was queued. `shown`: the row on the screen before and after it. Throws for a record without `seq`. */
  add(tablet: Tablet, record: OutboxRecord, shown: { readonly before: Flat; readonly after: Flat }): void {
    const { seq } = record
    if (seq === undefined) throw new Error('a queued command needs a seq')
    const name = `tablet ${tablet.name}, command ${seq} (${record.command})`
    const made: Made = {
      name,
      command: record.command,
      tablet: tablet.name,
      seq,
      uid: record.entityUid,
      client: record.clientUid,
      group: record.group ?? null,
      keys: new Set(),
      completes: record.command.startsWith('indication.') || givesAnother(record.args),
      seen: new Map(Object.entries(shown.before).map(([field, value]) => [field, [value]])),
      after: shown.after,
      writes: new Set(Object.keys(changedFields(shown.before, shown.after))),
      givenUp: false,
      isLost: false,
    }
    this.#made.set(`${tablet.name} ${seq}`, made)
    this.#note(made, record)
  }

  /** What waits on the tablet are whole groups. */
  groupsAreWhole({ number }: Tablet, outbox: readonly OutboxRecord[]): void {
    const sizes = new Map<string, number>()
    for (const { group } of this.#made.values())
      if (group !== null) sizes.set(group, (sizes.get(group) ?? 0) + 1)
    groupsAreWhole(number, outbox, sizes)
  }

  /** Records the command's current key, since a retry changes it, and the row that the screen shows now. */
  seen(tablet: Tablet, record: OutboxRecord, shown: Flat): void {
    if (record.handed !== undefined) return
    // What its author may not create any more is created as the receiver's own.
    if (!this.#made.has(`${tablet.name} ${record.seq}`) && this.#handOvers.isReceived(tablet, record))
      this.add(tablet, record, { before: {}, after: {} })
    const made = this.#of(tablet, record)
    this.#note(made, record)
    const others =
      record.problem?.fields.map(({ field, current }): [string, unknown] => [field, current]) ?? []
    for (const [field, value] of [...Object.entries(shown), ...others]) noteSeen(made, field, value)
  }

  /** The user sends a refused command again with other arguments. `shown`: the row before and after that. */
  replaced(
    tablet: Tablet,
    record: OutboxRecord,
    { before, after }: { readonly before: Flat; readonly after: Flat },
  ): void {
    const made = this.#of(tablet, record)
    made.after = after
    made.writes = new Set(Object.keys(changedFields(before, after)))
  }

  #note(made: Made, record: OutboxRecord): void {
    made.keys.add(record.key)
    this.#byKey.set(record.key, made)
  }

  #of(tablet: Tablet, { seq }: OutboxRecord): Made {
    const made = this.#made.get(`${tablet.name} ${seq}`)
    if (made === undefined) throw new Error(`tablet ${tablet.number} has a command that no user made`)
    return made
  }

  /** The user discards these commands. */
  givenUp(tablet: Tablet, records: readonly OutboxRecord[]): void {
    for (const record of records) {
      this.#handOvers.gaveUp(tablet, record)
      if (record.handed !== undefined) continue
      const made = this.#of(tablet, record)
      made.givenUp = true
      for (const later of this.#made.values())
        if (later.tablet === made.tablet && later.seq > made.seq) passOnSeen(made, later)
    }
  }

  /** Takes the database's commits during a request of a tablet. */
  carriedOut(request: string, committed: readonly Committed[]): void {
    const { commands } = pushRequestSchema.parse(JSON.parse(request))
    const bases = new Map(
      commands.map(({ key, base, handed }) => [
        authorsKey(key),
        handed === undefined ? base : this.#handOvers.baseOf(key),
      ]),
    )
    for (const { key } of committed.flatMap(({ inserted }) => partsOf(inserted))) {
      const base = key === null ? undefined : bases.get(key)
      if (key !== null && base !== undefined && !this.#bases.has(key)) this.#bases.set(key, base)
    }
  }

  /** The server lost these rows of its log with a restore. A command that is still queued may be applied again. */
  undone(log: readonly LogRow[]): void {
    this.#handOvers.undone(log.map(({ key }) => key))
    for (const { key, outcome } of log) {
      this.#bases.delete(key)
      const made = this.#byKey.get(key)
      if (made !== undefined && outcome === 'applied') made.isLost = true
    }
  }

  /** Compares all commits with the users' commands. Returns the fate of each command by `tablet seq`. */
  async settled(
    tablets: readonly Tablet[],
    committed: readonly Committed[],
    log: readonly LogRow[],
  ): Promise<ReadonlyMap<string, Fate>> {
    const applied = new Map(log.filter(({ outcome }) => outcome === 'applied').map(({ key }) => [key, true]))
    for (const { key } of log)
      if (!this.#byKey.has(key) && !this.#otherKeys.has(key))
        expect.fail(`no user made the command of key ${key}`)
    const queued = new Set<string>()
    for (const tablet of tablets)
      for (const { seq } of await tablet.db.outbox.toArray()) queued.add(`${tablet.name} ${seq}`)
    const fates = new Map<string, Fate>()
    for (const [place, made] of this.#made) {
      const times = [...made.keys].filter((key) => applied.has(key)).length
      if (times > 1) expect.fail(`${made.name} was applied ${times} times`)
      if (times === 1 && queued.has(place)) expect.fail(`${made.name} is applied and still queued`)
      if (times === 0 && !queued.has(place) && !made.givenUp && !made.isLost && !this.#mayBeLetGo(made))
        expect.fail(`${made.name} is neither applied nor queued nor discarded`)
      fates.set(place, times === 1 ? 'applied' : queued.has(place) ? 'queued' : 'gone')
    }
    this.#orderAndEffects(committed, applied)
    return fates
  }

  #orderAndEffects(committed: readonly Committed[], applied: ReadonlyMap<string, boolean>): void {
    const done = new Map<Made, number>()
    const parts = committed.flatMap(({ inserted }, transaction) =>
      partsOf(inserted).map((part) => ({ ...part, transaction })),
    )
    for (const { key, inserted, transaction } of parts) {
      const entries = inserted.filter(({ table }) => table === 'timeline')
      if (key === null) {
        // Another user's device had sent what this one was handed.
        if (entries.some(({ row }) => row.command !== HAND_OVER_ENTRY))
          expect.fail('a transaction wrote to the timeline without a command key')
        continue
      }
      const made = this.#byKey.get(key)
      if (made === undefined || !applied.has(key)) continue
      if (done.has(made)) expect.fail(`${made.name} was applied twice`)
      done.set(made, transaction)
      this.#nothingOvertaken(made, done)
      const base = this.#bases.get(key)
      if (base === undefined) expect.fail(`${made.name} was executed without a request of a tablet`)
      for (const { row } of entries) this.#nothingOverwritten(made, base, row.changes)
    }
    for (const key of applied.keys()) {
      const made = this.#byKey.get(key)
      if (made !== undefined && !done.has(made)) expect.fail(`${made.name} is in the log without a commit`)
    }
    groupsAreApplied(this.#made.values(), done)
  }

  /** All earlier commands of the tablet on the same lead are applied, discarded or lost with the database. */
  #nothingOvertaken(made: Made, done: ReadonlyMap<Made, number>): void {
    for (const other of this.#made.values())
      if (other.tablet === made.tablet && other.uid === made.uid && other.seq < made.seq)
        if (!done.has(other) && !other.givenUp && !other.isLost && !this.#mayBeLetGo(other))
          expect.fail(`${made.name} was applied before ${other.name}`)
  }

  /** A text that was there stays whole. A later command of the tablet has seen it only if this one's user had. */
  #added(
    made: Made,
    { field, before, after, place }: { field: string; before: unknown; after: unknown; place: string },
  ): void {
    const words = z
      .string()
      .nullable()
      .transform((value) => value ?? '')
    const [text, longer] = [words.parse(before), words.parse(after)]
    if (!longer.startsWith(text.trim())) expect.fail(`${made.name} replaced ${field} instead of adding to it`)
    const known = [...(made.seen.get(field) ?? []), this.#lastWritten.get(place)]
    if (known.some((one) => sameValue(before, one))) this.#lastWritten.set(place, after)
  }

  /**
   * Each value that the command replaced is one that its user had seen, the new value itself, or the value of an
   * earlier command of the same tablet (the server may have clamped its instant).
   */
  #nothingOverwritten(made: Made, base: Flat, changes: unknown): void {
    const fields = changesSchema.parse(typeof changes === 'string' ? JSON.parse(changes) : changes)
    const begins = fields.state?.before === null
    const beginsClient = fields['client.name']?.before === null
    for (const [field, { before, after }] of Object.entries(fields)) {
      const of = isClientField(field) ? writtenClient(made, fields) : made.uid
      const place = `${made.tablet} ${of} ${field}`
      // What others did with the other entries stays.
      if (isMerged(field)) continue
      if (appendsTo(made.command, field)) {
        this.#added(made, { field, before, after, place })
        continue
      }
      if (!(field in base) && !made.writes.has(field)) {
        // The creation of a lead has no base, but the values it wrote are the user's.
        if (begins) this.#lastWritten.set(place, after)
        continue
      }
      // The server had no such client, or lost it with a restore.
      if (beginsClient && isClientField(field)) continue
      if (made.completes && isClientField(field) && (before === '' || before === null)) continue
      // A closed scheduling stays in the timeline, so replacing it loses nothing.
      if (field === 'lead_scheduling' && isOver(before)) continue
      // For a field that the user changed the base does not suffice: it may contain values that no user saw.
      const isMeant = made.writes.has(field) || (field in made.after && sameValue(after, made.after[field]))
      const expected = isMeant ? (made.seen.get(field) ?? []) : [base[field]]
      const own = this.#lastWritten.get(place)
      this.#lastWritten.set(place, after)
      if (![...expected, after, own].some((value) => sameValue(before, value)))
        expect.fail(
          `${made.name} wrote ${field} over ${JSON.stringify(before)}; its user had seen ${JSON.stringify(expected)}`,
        )
    }
  }
}
