/**
 * A tab of a tablet: the real store, engine and transport over the tablet's IndexedDB. Its engine runs while it holds the
 * tablet's lock. It can be killed between any two steps of its store, and says when it has nothing more to do by itself.
 */
import type { DexieOptions } from 'dexie'
import { DeviceDb } from '../../../src/db/device-session.ts'
import { MirrorDb } from '../../../src/db/mirror.ts'
import { SyncEngine } from '../../../src/sync/engine.ts'
import { httpTransport } from '../../../src/sync/transport-http.ts'
import { inTurn, type Locks } from '../../../src/sync/turn.ts'
import { type Disk, faulty, type RowsWritten, StoreFaults } from './store-faults.ts'

export interface TabOptions {
  readonly userId: number
  readonly origin: string
  readonly home: DexieOptions
  readonly disk: Disk
  readonly locks: Locks
  /** The tablet's clock, epoch ms. */
  readonly now: () => number
  /** The story's, epoch ms. */
  readonly storyNow: () => number
  readonly random: () => number
  readonly onRows: RowsWritten
}

/** Small, so that stories with few rows know packs. */
const PACK_SIZES = { rows: 2, least: 2 }

export class Tab {
  readonly origin: string
  readonly db: MirrorDb
  readonly faults: StoreFaults
  readonly #options: TabOptions
  #turn = new AbortController()
  #engine: SyncEngine | null = null
  #ended: Promise<void> = Promise.resolve()
  #sleeper: { due: number; wake: () => void } | null = null

  constructor(options: TabOptions) {
    this.#options = options
    this.origin = options.origin
    this.faults = new StoreFaults(options.disk)
    const middleware = faulty(this.faults, options.onRows)
    const device = new DeviceDb(options.home)
    device.use(middleware)
    this.db = new MirrorDb(options.userId, { device, options: options.home, packSizes: PACK_SIZES })
    this.db.use(middleware)
  }

  /** When its engine wants to go on, epoch ms of the story; null while it is at work, or waits for its turn. */
  get wakesAt(): number | null {
    return this.#sleeper?.due ?? null
  }

  /** Whether its engine is the one that runs. */
  get leads(): boolean {
    return this.#engine !== null
  }

  /** Its engine starts when it is its turn; it ends when nobody is signed in. */
  run(): void {
    const { userId, locks } = this.#options
    this.#turn = new AbortController()
    const { signal } = this.#turn
    this.#ended = inTurn({ userId, signal, locks }, () => this.#lead(signal))
  }

  async #lead(signal: AbortSignal): Promise<void> {
    const { origin, now, random } = this.#options
    const engine = new SyncEngine({
      db: this.db,
      transport: (token) => httpTransport(origin, token, now),
      clock: { now, sleep: (ms, ended) => this.#sleep(ms, ended) },
      random,
      appVersion: '1.0.0',
      onStatus: () => {},
    })
    this.#engine = engine
    signal.addEventListener('abort', () => engine.stop())
    try {
      if (!signal.aborted) await engine.run()
    } finally {
      this.#engine = null
    }
  }

  nudge(): void {
    this.#engine?.nudge()
  }

  wake(): void {
    this.#sleeper?.wake()
  }

  /** Its engine ends, or waits no longer; the store stays open. */
  async stop(): Promise<void> {
    this.#turn.abort()
    await this.#ended
  }

  /** Everything in memory is gone; what a transaction had not committed too. */
  async close(): Promise<void> {
    this.faults.dead = true
    await this.stop()
    this.#sleeper = null
  }

  closeStore(): void {
    this.db.close()
    this.db.device.close()
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => {
      // The signal of an earlier sleep may still be heard: that one is over.
      if (this.#sleeper === sleeper) this.#sleeper = null
      resolve()
    }
    const sleeper = { due: this.#options.storyNow() + ms, wake }
    this.#sleeper = sleeper
    signal.addEventListener('abort', wake)
    return promise
  }
}
