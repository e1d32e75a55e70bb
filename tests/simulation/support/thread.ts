/**
 * A thread of a tablet: a tab or the service worker. It has its own connections to the tablet's IndexedDB, can die
 * between any two operations, and has timers that the scenario's clock drives.
 */
import type { DexieOptions } from 'dexie'
import { publishLeadChanges } from '../../../src/db/changes/lead-changes.ts'
import { LayeredMirror } from '../../../src/db/open.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import { DeviceDb } from '../../../src/db/session/device-session.ts'
import type { DeviceLocks, Owner } from './device-locks.ts'
import { keysOf } from './sealed.ts'
import { type Disk, faulty, ofTheWriter, type RowsWritten, StoreFaults, watched } from './store-faults.ts'

export interface ThreadOptions {
  readonly userId: number
  readonly origin: string
  readonly home: DexieOptions
  readonly disk: Disk
  readonly locks: DeviceLocks
  /** Time of the tablet's clock in epoch ms. */
  readonly now: () => number
  /** Time of the scenario's clock in epoch ms. */
  readonly scenarioNow: () => number
  readonly random: () => number
  readonly onRows: RowsWritten
  /** A live screen reads the store beside the engine. */
  readonly hasScreen: boolean
  /** The engine announces what it writes to a board. */
  readonly hasBoard: boolean
  /** The engine of a living tab reports a problem to the screen. */
  readonly onProblem: (problem: string) => void
  /** The thread's engine wrote out of its turn. */
  readonly onTrespass: (table: string) => void
}

/** A timer due within this many ms of the scenario's time counts as due. */
export const A_MOMENT = 1000

/** Small, so that scenarios with few rows use chunks. */
export const CHUNK_SIZES = { rows: 2, least: 2 }

export class Thread implements Owner {
  readonly origin: string
  /** The connection of the screens. */
  readonly db: MirrorDb
  /** The connection of the engine, as in a worker. */
  readonly engineDb: MirrorDb
  readonly faults: StoreFaults
  readonly #scenarioNow: () => number
  #sleeper: { due: number; wake: () => void } | null = null
  /** Events that arrived while the thread is suspended; null while it is awake. */
  #waitsForIt: (() => void)[] | null = null

  constructor(options: ThreadOptions) {
    const { origin, home, disk, hasScreen, hasBoard, scenarioNow, locks, onTrespass } = options
    this.origin = origin
    this.#scenarioNow = scenarioNow
    this.faults = new StoreFaults(disk, hasScreen)
    const device = new DeviceDb(home)
    device.use(faulty(this.faults))
    this.db = this.#connect(options, device)
    this.engineDb = this.#connect(options, device)
    if (hasBoard) publishLeadChanges(this.engineDb)
    const turn = {
      holdsLock: () => locks.isHeldBy(this),
      isLastWriter: () => locks.lastWriter === this,
      claimed: () => {
        locks.lastWriter = this
      },
    }
    this.engineDb.use(ofTheWriter(turn, onTrespass))
  }

  #connect({ userId, home, onRows }: ThreadOptions, device: DeviceDb): MirrorDb {
    const keys = keysOf(userId)
    const db = new LayeredMirror(userId, { device, options: home, chunkSizes: CHUNK_SIZES, keys })
    db.use(faulty(this.faults))
    db.use(watched(onRows))
    return db
  }

  get isSuspended(): boolean {
    return this.#waitsForIt !== null
  }

  /** Holds back timers, answers and events. Call only while the tablet is quiet. */
  suspend(): void {
    this.#waitsForIt ??= []
  }

  /** Delivers the events that arrived during the suspension, in order or reversed. */
  resume(isReversed = false): void {
    const waiting = this.#waitsForIt ?? []
    this.#waitsForIt = null
    for (const hear of isReversed ? waiting.toReversed() : waiting) hear()
  }

  /** Runs `hear` now, or on resume while the thread is suspended. */
  reach(hear: () => void): void {
    if (this.#waitsForIt === null) hear()
    else this.#waitsForIt.push(hear)
  }

  robbed(hear: () => void): void {
    this.reach(hear)
  }

  /** Time of its timer in epoch ms of the scenario; null while it works, waits for the lock or is suspended. */
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
      // The signal of an earlier sleep may still fire; it must not clear the current one.
      if (this.#sleeper === sleeper) this.#sleeper = null
      resolve()
    }
    const sleeper = { due: this.#scenarioNow() + ms, wake }
    this.#sleeper = sleeper
    signal.addEventListener('abort', wake)
    return promise
  }
}
