/**
 * What runs on a tablet by itself, a tab or the service worker: its own connections to the tablet's IndexedDB, which may
 * die between any two steps, and its timers, which the scenario's clock drives.
 */
import type { DexieOptions } from 'dexie'
import { MirrorDb } from '../../../src/db/mirror/mirror.ts'
import { DeviceDb } from '../../../src/db/session/device-session.ts'
import type { DeviceLocks, Owner } from './device-locks.ts'
import { type Disk, faulty, ofTheHolder, type RowsWritten, StoreFaults, watched } from './store-faults.ts'

export interface ThreadOptions {
  readonly userId: number
  readonly origin: string
  readonly home: DexieOptions
  readonly disk: Disk
  readonly locks: DeviceLocks
  /** The tablet's clock, epoch ms. */
  readonly now: () => number
  /** The scenario's, epoch ms. */
  readonly storyNow: () => number
  readonly random: () => number
  readonly onRows: RowsWritten
  /** It wrote in a turn that it does not have. */
  readonly onTrespass: (table: string) => void
}

/** Pauses within one piece of work, ms: they pass by themselves. */
export const A_MOMENT = 1000

/** Small, so that scenarios with few rows know chunks. */
const CHUNK_SIZES = { rows: 2, least: 2 }

export class Thread implements Owner {
  readonly origin: string
  /** Of its screens. */
  readonly db: MirrorDb
  /** Of its engine, as in a worker. */
  readonly engineDb: MirrorDb
  readonly faults: StoreFaults
  readonly #storyNow: () => number
  #sleeper: { due: number; wake: () => void } | null = null
  /** What comes to it while it is suspended. */
  #waitsForIt: (() => void)[] | null = null

  constructor(options: ThreadOptions) {
    const { origin, home, disk, storyNow, locks, onTrespass } = options
    this.origin = origin
    this.#storyNow = storyNow
    this.faults = new StoreFaults(disk)
    const device = new DeviceDb(home)
    device.use(faulty(this.faults))
    this.db = this.#connect(options, device)
    this.engineDb = this.#connect(options, device)
    this.engineDb.use(ofTheHolder(() => locks.isHeldBy(this), onTrespass))
  }

  #connect({ userId, home, onRows }: ThreadOptions, device: DeviceDb): MirrorDb {
    const db = new MirrorDb(userId, { device, options: home, chunkSizes: CHUNK_SIZES })
    db.use(faulty(this.faults))
    db.use(watched(onRows))
    return db
  }

  get isSuspended(): boolean {
    return this.#waitsForIt !== null
  }

  /** No timer, no answer and no event reaches it any more. To be called while it is quiet. */
  suspend(): void {
    this.#waitsForIt ??= []
  }

  /** All that came meanwhile, in this order or the other way round. */
  resume(isReversed = false): void {
    const waiting = this.#waitsForIt ?? []
    this.#waitsForIt = null
    for (const hear of isReversed ? waiting.toReversed() : waiting) hear()
  }

  /** At once, or when it is awake. */
  reach(hear: () => void): void {
    if (this.#waitsForIt === null) hear()
    else this.#waitsForIt.push(hear)
  }

  robbed(hear: () => void): void {
    this.reach(hear)
  }

  /** When it wants to go on, epoch ms of the scenario; null while it is at work, or waits for its turn. */
  get wakesAt(): number | null {
    return this.isSuspended ? null : (this.#sleeper?.due ?? null)
  }

  wake(): void {
    if (!this.isSuspended) this.#sleeper?.wake()
  }

  closeStore(): void {
    this.db.close()
    this.engineDb.close()
    this.db.device.close()
  }

  protected sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => {
      // The signal of an earlier sleep may still be heard: that one is over.
      if (this.#sleeper === sleeper) this.#sleeper = null
      resolve()
    }
    const sleeper = { due: this.#storyNow() + ms, wake }
    this.#sleeper = sleeper
    signal.addEventListener('abort', wake)
    return promise
  }
}
