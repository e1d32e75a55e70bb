/** Every command that a user made on a tablet, against what the database committed. */
import { expect } from 'vitest'
import { z } from 'zod'
import { pushRequestSchema } from '../../../src/contract/sync.ts'
import type { OutboxRecord } from '../../../src/db/mirror/schema.ts'
import { changedFields, isClientField, sameValue } from '../../../src/domain/lead/conflicts.ts'
import type { Tablet } from './tablet.ts'
import type { Committed } from './witness.ts'

/** A command as its maker sees it: one, under however many keys. */
interface Made {
  readonly name: string
  readonly tablet: string
  readonly seq: number
  readonly uid: string
  readonly client: string | null
  readonly keys: Set<string>
  /**
   * What the screen showed of lead and client, field by field: when the user did it, nothing for what begins; and after
   * that while it was not covered by what waits to be sent, or as the other's side of a conflict.
   */
  readonly seen: Map<string, unknown[]>
  /** What it showed right after it. */
  readonly after: Flat
  /** The fields that the screen showed differently at once. A rule may change others on the server, from what stands there. */
  readonly writes: ReadonlySet<string>
  givenUp: boolean
}

export interface LogRow {
  readonly key: string
  readonly outcome: string
}

/** What became of a command in the end. */
export type Fate = 'applied' | 'queued' | 'given up'

type Flat = Readonly<Record<string, unknown>>

const changesSchema = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }))
const schedulingSchema = z.object({ status: z.number() })
const isOver = (value: unknown) => value === null || schedulingSchema.safeParse(value).data?.status === 1

/** The key that the transaction claimed; null: it carried out no command. */
function claimOf(inserted: Committed['inserted']): string | null {
  const claim = inserted.find(({ table }) => table === 'command_log')
  return claim === undefined ? null : String(claim.row.key)
}

/** Which client a command wrote: the server may have known another with the same document than the one it was made for. */
function writtenClient(made: Made, fields: z.infer<typeof changesSchema>): string {
  return z.string().safeParse(fields.client_uid?.after).data ?? made.client ?? made.uid
}

function noteSeen({ seen }: Made, field: string, value: unknown): void {
  const known = seen.get(field) ?? []
  if (!known.some((one) => sameValue(one, value))) seen.set(field, [...known, value])
}

/** What the user had seen before a command that is given up is what the next one on the same is made over. */
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
  /** Keys of those who are no tablet. */
  readonly #otherKeys = new Set<string>()
  /** The base with which a command was carried out, by its key: while its answer is on its way the queue's own may grow. */
  readonly #bases = new Map<string, Flat>()
  /** What a tablet's commands wrote last, by tablet, lead or client, and field. */
  readonly #lastWritten = new Map<string, unknown>()

  /** A key of a client that is no tablet. */
  expectKey(key: string): void {
    this.#otherKeys.add(key)
  }

  /** A command was queued: what its user saw. */
  add(tablet: Tablet, record: OutboxRecord, shown: { readonly before: Flat; readonly after: Flat }): void {
    const { seq } = record
    if (seq === undefined) throw new Error('a queued command has a place')
    const name = `tablet ${tablet.name}, command ${seq} (${record.command})`
    const made: Made = {
      name,
      tablet: tablet.name,
      seq,
      uid: record.entityUid,
      client: record.clientUid,
      keys: new Set(),
      seen: new Map(Object.entries(shown.before).map(([field, value]) => [field, [value]])),
      after: shown.after,
      writes: new Set(Object.keys(changedFields(shown.before, shown.after))),
      givenUp: false,
    }
    this.#made.set(`${tablet.name} ${seq}`, made)
    this.#note(made, record)
  }

  /** As the queue has it now, trying again gives it another key; and as the screen shows its lead and client now. */
  seen(tablet: Tablet, record: OutboxRecord, shown: Flat): void {
    const made = this.#of(tablet, record)
    this.#note(made, record)
    const others =
      record.problem?.fields.map(({ field, current }): [string, unknown] => [field, current]) ?? []
    for (const [field, value] of [...Object.entries(shown), ...others]) noteSeen(made, field, value)
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
    for (const record of records) {
      const made = this.#of(tablet, record)
      made.givenUp = true
      for (const later of this.#made.values())
        if (later.tablet === made.tablet && later.seq > made.seq) passOnSeen(made, later)
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

  /** What the database committed against what the users did. Answers each one's fate, by tablet and place in its queue. */
  async settled(
    tablets: readonly Tablet[],
    committed: readonly Committed[],
    log: readonly LogRow[],
  ): Promise<ReadonlyMap<string, Fate>> {
    const applied = new Map(log.filter(({ outcome }) => outcome === 'applied').map(({ key }) => [key, true]))
    for (const { key } of log)
      if (!this.#byKey.has(key) && !this.#otherKeys.has(key))
        expect.fail(`nobody made the command of key ${key}`)
    const queued = new Set<string>()
    for (const tablet of tablets)
      for (const { seq } of await tablet.db.outbox.toArray()) queued.add(`${tablet.name} ${seq}`)
    const fates = new Map<string, Fate>()
    for (const [place, made] of this.#made) {
      const times = [...made.keys].filter((key) => applied.has(key)).length
      if (times > 1) expect.fail(`${made.name} was applied ${times} times`)
      if (times === 1 && queued.has(place)) expect.fail(`${made.name} is applied and still queued`)
      if (times === 0 && !queued.has(place) && !made.givenUp)
        expect.fail(`${made.name} is neither applied nor queued nor given up`)
      fates.set(place, times === 1 ? 'applied' : queued.has(place) ? 'queued' : 'given up')
    }
    this.#orderAndEffects(committed, applied)
    return fates
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
    const begins = fields.state?.before === null
    for (const [field, { before, after }] of Object.entries(fields)) {
      const of = isClientField(field) ? writtenClient(made, fields) : made.uid
      const place = `${made.tablet} ${of} ${field}`
      if (!(field in base) && !made.writes.has(field)) {
        // What begins a lead has seen nothing, and wrote its user's words all the same.
        if (begins) this.#lastWritten.set(place, after)
        continue
      }
      // A scheduling that is over stands in the history: nothing is taken away with it.
      if (field === 'lead_scheduling' && isOver(before)) continue
      // What the base says is not enough where the user meant it: it may be filled in with what nobody saw.
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
