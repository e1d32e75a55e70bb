/**
 * What every request asks first: is the session live, who is the user, which rules hold, did anything change? One
 * statement answers all requests that wait, and begins after they arrived. Users and rules are kept between the rounds,
 * sessions never. docs/sync-protocol.md#rounds
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Settings } from '../../src/domain/settings/settings.ts'
import type { Metrics } from '../base/metrics.ts'
import type { Store } from '../db/store.ts'
import { readStatusFlows } from '../queries/catalogues.ts'
import { type KeptUser, readUser } from '../queries/session-user.ts'
import { readSettings } from '../queries/settings.ts'
import type { Seen } from './cursor.ts'
import { Feed } from './feed.ts'
import { type FeedRows, readChanges, readNewest } from './feed-rows.ts'
import { HorizonAge } from './horizon-age.ts'
import { type Highest, type Moment, readMoment } from './moment.ts'

/** A round waits so long after one that served many: those who come meanwhile share the next. */
const PAUSE_MS = 4
const MANY = 4
/** More users than an installation has. Beyond it all are read anew. */
const MOST_USERS = 5000
/** Changes that the feed begins with. */
const FILLED_ROWS = 5000

interface Waiting {
  readonly tokenHash: string | null
  readonly forPull: boolean
  readonly resolve: (moment: Moment) => void
  readonly reject: (error: unknown) => void
}

/** A value that was read when all transactions below `horizon` had ended. */
interface Kept<Value> {
  readonly value: Value
  readonly horizon: number
}

/** What a command reads of the settings and catalogues. */
export interface Rules {
  readonly settings: Settings
  /** The ordered statuses of a channel. */
  readonly statusFlowOf: (channelId: number) => readonly number[]
}

/** True as long as the moment shows no change of the value's tables at or above the horizon of its reading. */
const holds = (kept: Kept<unknown> | undefined, { highest }: Moment, groups: readonly (keyof Highest)[]) =>
  kept !== undefined && groups.every((group) => highest[group] < kept.horizon)

const marksSchema = z.array(z.object({ uuid: z.string(), version: z.number() }))
type Mark = z.infer<typeof marksSchema>[number]

export class Rounds {
  readonly #store: Pick<Store, 'db' | 'rounds'>
  readonly #metrics: Pick<Metrics, 'rounds'>
  #waiting: Waiting[] = []
  #isRunning = false
  #last: Moment | null = null
  #rounds = 0
  #marks: readonly Mark[] = []
  readonly #feed = new Feed()
  readonly #age = new HorizonAge()
  readonly #users = new Map<number, Kept<KeptUser | null>>()
  #settings: Kept<Settings> | undefined
  #flows: Kept<ReadonlyMap<number, readonly number[]>> | undefined

  constructor(store: Pick<Store, 'db' | 'rounds'>, metrics: Pick<Metrics, 'rounds'>) {
    this.#store = store
    this.#metrics = metrics
  }

  /**
   * Returns a moment that began after this call, with the session of the token's hash. `forPull`: the feed shows that
   * moment. Not within a transaction.
   */
  ask(tokenHash: string | null = null, { forPull = false } = {}): Promise<Moment> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ tokenHash, forPull, resolve, reject })
      if (!this.#isRunning) void this.#run()
    })
  }

  /** null: the user does not exist, is inactive, or has no role. */
  async user(moment: Moment, id: number): Promise<KeptUser | null> {
    const kept = this.#users.get(id)
    if (kept !== undefined && holds(kept, moment, ['people', 'removed'])) return kept.value
    const value = await readUser(this.#store.db, id)
    if (this.#users.size >= MOST_USERS) this.#users.clear()
    this.#users.set(id, newer(this.#users.get(id), { value, horizon: moment.horizon }))
    return value
  }

  async settings(moment: Moment): Promise<Settings> {
    const kept = this.#settings
    if (kept !== undefined && holds(kept, moment, ['settings', 'removed'])) return kept.value
    const value = await readSettings(this.#store.db)
    this.#settings = newer(this.#settings, { value, horizon: moment.horizon })
    return value
  }

  async rules(moment: Moment): Promise<Rules> {
    const settings = await this.settings(moment)
    const flows = await this.#statusFlows(moment)
    return { settings, statusFlowOf: (channelId) => flows.get(channelId) ?? [] }
  }

  async #statusFlows(moment: Moment): Promise<ReadonlyMap<number, readonly number[]>> {
    const kept = this.#flows
    if (kept !== undefined && holds(kept, moment, ['people', 'removed'])) return kept.value
    const value = await readStatusFlows(this.#store.db)
    this.#flows = newer(this.#flows, { value, horizon: moment.horizon })
    return value
  }

  /** The feed, if it shows the moment or a later one; else null. */
  feedAt(moment: Moment): Feed | null {
    return (this.#feed.moment?.number ?? -1) >= moment.number ? this.#feed : null
  }

  get feedSize(): Feed['size'] {
    return this.#feed.size
  }

  /** In seconds. */
  get horizonAge(): number {
    return this.#age.seconds
  }

  /** Reads the newest changes, so that devices that were here before a restart need no query. */
  async fill(): Promise<void> {
    await this.ask(null, { forPull: true })
    const { floor } = this.#feed
    if (floor === null) return
    const newest = await readNewest(this.#store.db, floor, FILLED_ROWS)
    this.#feed.extend(newest.floor, newest.leads, newest.tombstones)
  }

  /** As `isSameHistory` of `standing`. */
  isSameHistory({ mark, seen }: Seen): boolean {
    if (mark === null) return true
    const own = this.#marks.find(({ uuid }) => uuid === mark)
    return own !== undefined && !this.#marks.some(({ version }) => version > own.version && version < seen)
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      const served = this.#waiting
      this.#waiting = []
      await this.#round(served)
      if (served.length >= MANY) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    this.#isRunning = false
  }

  async #round(served: readonly Waiting[]): Promise<void> {
    try {
      this.#rounds += 1
      this.#metrics.rounds.inc()
      const hashes = [...new Set(served.flatMap(({ tokenHash }) => tokenHash ?? []))]
      const before = this.#feed.moment
      const forPull = served.some((waiting) => waiting.forPull)
      const number = this.#rounds
      const { moment, rows } =
        forPull && before !== null
          ? await readChanges(this.#store.rounds, hashes, { before, number })
          : { moment: await readMoment(this.#store.rounds, hashes, number), rows: null }
      this.#age.note(moment, performance.now())
      await this.#follow(moment)
      if (forPull) this.#feedFrom(moment, rows)
      for (const { resolve } of served) resolve(moment)
    } catch (error) {
      // The database may be another one when it answers again.
      this.#forget()
      for (const { reject } of served) reject(error)
    }
  }

  /** Forgets everything where the moment does not continue the one before: the database was put back. */
  async #follow(moment: Moment): Promise<void> {
    const before = this.#last
    if (before?.mark !== moment.mark) this.#marks = await this.#readMarks()
    if (before !== null) {
      const continues =
        before.epoch === moment.epoch &&
        before.horizon <= moment.horizon &&
        this.isSameHistory({ mark: before.mark, seen: before.horizon })
      if (!continues) this.#forget()
    }
    this.#last = moment
  }

  /** `rows`: what the moment shows and the feed did not. null: the feed begins anew. */
  #feedFrom(moment: Moment, rows: FeedRows | null): void {
    const continues = rows !== null && this.#feed.moment !== null
    if (continues) this.#feed.advance(moment, rows.leads, rows.tombstones)
    else this.#feed.begin(moment)
  }

  async #readMarks(): Promise<readonly Mark[]> {
    const { rows } = await sql`select uuid::text as uuid, version from sync_marks`.execute(this.#store.db)
    return marksSchema.parse(rows)
  }

  #forget(): void {
    this.#last = null
    this.#feed.forget()
    this.#users.clear()
    this.#settings = undefined
    this.#flows = undefined
  }
}

/** Two requests may have read the value at the same time. */
const newer = <Value>(known: Kept<Value> | undefined, read: Kept<Value>): Kept<Value> =>
  known !== undefined && known.horizon > read.horizon ? known : read
