/**
 * A tablet: the real store, engine and transport over an IndexedDB of its own. It can be killed between any two steps of
 * its store, its disk can be full, its clock can be wrong. It says when it has nothing more to do by itself.
 */
import Dexie, {
  type DBCore,
  type DBCoreTable,
  type DBCoreTransaction,
  type DexieOptions,
  type Middleware,
} from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { DeviceDb } from '../../../src/db/device-session.ts'
import { MirrorDb } from '../../../src/db/mirror.ts'
import { IDLE, type SyncStatus } from '../../../src/sync/api.ts'
import { SyncEngine } from '../../../src/sync/engine.ts'
import { httpTransport } from '../../../src/sync/transport-http.ts'
import type { Chance } from '../../sync/support/random.ts'
import type { StoryClock } from './sim-server.ts'

/** What an IndexedDB may do, and what it is doing. */
class StoreFaults {
  dead = false
  full = false
  /** Steps until the tablet dies; negative: it lives. */
  dieIn = -1
  /** Transactions and operations that have not ended. */
  busy = 0
  /** The test looks: nothing happens to it. */
  looking = false

  check(writes: boolean): Error | null {
    if (this.looking) return null
    if (!this.dead && this.dieIn >= 0 && this.dieIn-- === 0) this.dead = true
    if (this.dead) return new Error('the tablet is dead')
    return this.full && writes ? new DOMException('no space', 'QuotaExceededError') : null
  }
}

/** Told of each row that is written to the leads or their bases, once its transaction is done. */
export type RowsWritten = (table: 'leads' | 'bases', rows: readonly unknown[]) => void

function whenEnded(transaction: DBCoreTransaction, ended: (committed: boolean) => void): void {
  if (!('addEventListener' in transaction) || typeof transaction.addEventListener !== 'function')
    throw new Error('not a transaction of IndexedDB')
  transaction.addEventListener('complete', () => ended(true))
  transaction.addEventListener('abort', () => ended(false))
}

function faulty(faults: StoreFaults, onRows: RowsWritten): Middleware<DBCore> {
  const written = new WeakMap<DBCoreTransaction, (() => void)[]>()
  // No async functions: Dexie follows a transaction by counting the promises of the language, and takes these for its caller's.
  const guard = <Answer>(writes: boolean, act: () => Promise<Answer>): Promise<Answer> => {
    const error = faults.check(writes)
    return error === null ? act() : Dexie.Promise.reject(error)
  }
  const tableOf = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    get: (request) => guard(false, () => table.get(request)),
    getMany: (request) => guard(false, () => table.getMany(request)),
    query: (request) => guard(false, () => table.query(request)),
    openCursor: (request) => guard(false, () => table.openCursor(request)),
    count: (request) => guard(false, () => table.count(request)),
    mutate: (request) =>
      guard(request.type === 'put' || request.type === 'add', () =>
        table.mutate(request).then((answer) => {
          const { name } = table
          if ((name === 'leads' || name === 'bases') && (request.type === 'put' || request.type === 'add'))
            written.get(request.trans)?.push(() => onRows(name, request.values))
          return answer
        }),
      ),
  })
  return {
    stack: 'dbcore',
    name: 'faults',
    create: (core: DBCore): DBCore => ({
      ...core,
      transaction: (stores, mode, options) => {
        const transaction = core.transaction(stores, mode, options)
        const told: (() => void)[] = []
        written.set(transaction, told)
        faults.busy += 1
        whenEnded(transaction, (committed) => {
          faults.busy -= 1
          if (committed) for (const tell of told) tell()
        })
        return transaction
      },
      table: (name) => tableOf(core.table(name)),
    }),
  }
}

export interface TabletOptions {
  readonly number: number
  readonly userId: number
  readonly clock: StoryClock
  readonly chance: Chance
  readonly onRows: RowsWritten
}

/** Turns of the event loop without a sign of life after which nothing will come by itself. */
const QUIET_TURNS = 8

/** Small, so that stories with few rows know packs. */
const PACK_SIZES = { rows: 2, least: 2 }

export class Tablet {
  readonly number: number
  readonly userId: number
  /** Whether something happened on it since this was last set to false. */
  touched = true
  /** How wrong its clock is, ms. */
  skew = 0
  db!: MirrorDb
  faults!: StoreFaults
  status: SyncStatus = IDLE
  readonly #options: TabletOptions
  #home: DexieOptions = { indexedDB: new IDBFactory(), IDBKeyRange }
  #emptied = 0
  #engine!: SyncEngine
  #ended: Promise<void> = Promise.resolve()
  #sleeper: { due: number; wake: () => void } | null = null

  constructor(options: TabletOptions) {
    this.#options = options
    this.number = options.number
    this.userId = options.userId
  }

  /** What its user made under this name counts from one. */
  get name(): string {
    return this.#emptied === 0 ? `${this.number}` : `${this.number}, emptied ${this.#emptied} times`
  }

  get origin(): string {
    return `http://tablet-${this.number}.test`
  }

  get now(): number {
    return this.#options.clock.now + this.skew
  }

  /** When its engine wants to go on, epoch ms of the story; null while it is at work. */
  get wakesAt(): number | null {
    return this.#sleeper?.due ?? null
  }

  open(): void {
    this.faults = new StoreFaults()
    const middleware = faulty(this.faults, this.#options.onRows)
    const device = new DeviceDb(this.#home)
    device.use(middleware)
    this.db = new MirrorDb(this.userId, { device, options: this.#home, packSizes: PACK_SIZES })
    this.db.use(middleware)
    this.#engine = new SyncEngine({
      db: this.db,
      transport: (token) => httpTransport(this.origin, token, () => this.now),
      clock: { now: () => this.now, sleep: (ms, signal) => this.#sleep(ms, signal) },
      random: this.#options.chance.next,
      appVersion: '1.0.0',
      onStatus: (status) => {
        this.status = status
      },
    })
  }

  /** Starts the engine; it ends when nobody is signed in. */
  run(): void {
    this.#ended = this.#engine.run()
  }

  nudge(): void {
    this.#engine.nudge()
  }

  wake(): void {
    this.#sleeper?.wake()
  }

  /** Its storage is gone; only while it is closed. */
  empty(): void {
    this.#emptied += 1
    this.#home = { indexedDB: new IDBFactory(), IDBKeyRange }
  }

  /** Its engine ends; the store stays open. */
  async stop(): Promise<void> {
    this.#engine.stop()
    await this.#ended
    await this.quiet()
  }

  /** Everything in memory is gone; what a transaction had not committed too. */
  async close(): Promise<void> {
    this.faults.dead = true
    this.#engine.stop()
    await this.#ended
    await this.quiet()
    this.db.close()
    this.db.device.close()
    this.#sleeper = null
  }

  async restart(): Promise<void> {
    await this.close()
    this.open()
    this.run()
    await this.quiet()
  }

  /** Reads the store from outside; only while the tablet is quiet. */
  async look<Value>(act: () => Promise<Value>): Promise<Value> {
    this.faults.looking = true
    try {
      return await act()
    } finally {
      this.faults.looking = false
    }
  }

  /** Resolves when it waits for the network or for time, and for nothing else. */
  async quiet(): Promise<void> {
    this.touched = true
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (this.faults.busy > 0) turns = 0
    }
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => {
      // The signal of an earlier sleep may still be heard: that one is over.
      if (this.#sleeper === sleeper) this.#sleeper = null
      resolve()
    }
    const sleeper = { due: this.#options.clock.now + ms, wake }
    this.#sleeper = sleeper
    signal.addEventListener('abort', wake)
    return promise
  }
}
