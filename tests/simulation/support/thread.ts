/**
 * What runs on a tablet by itself, a tab or the service worker: its own connections to the tablet's IndexedDB, which may
 * die between any two steps, and its timers, which the story's clock drives.
 */
import type { DexieOptions } from 'dexie'
import { DeviceDb } from '../../../src/db/device-session.ts'
import { MirrorDb } from '../../../src/db/mirror.ts'
import type { Locks } from '../../../src/sync/turn.ts'
import { type Disk, faulty, type RowsWritten, StoreFaults, watched } from './store-faults.ts'

export interface ThreadOptions {
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

/** Pauses within one piece of work, ms: they pass by themselves. */
export const A_MOMENT = 1000

/** Small, so that stories with few rows know packs. */
const PACK_SIZES = { rows: 2, least: 2 }

export class Thread {
  readonly origin: string
  readonly db: MirrorDb
  readonly faults: StoreFaults
  readonly #storyNow: () => number
  #sleeper: { due: number; wake: () => void } | null = null

  constructor({ userId, origin, home, disk, onRows, storyNow }: ThreadOptions) {
    this.origin = origin
    this.#storyNow = storyNow
    this.faults = new StoreFaults(disk)
    const middleware = faulty(this.faults)
    const device = new DeviceDb(home)
    device.use(middleware)
    this.db = new MirrorDb(userId, { device, options: home, packSizes: PACK_SIZES })
    this.db.use(middleware)
    this.db.use(watched(onRows))
  }

  /** When it wants to go on, epoch ms of the story; null while it is at work, or waits for its turn. */
  get wakesAt(): number | null {
    return this.#sleeper?.due ?? null
  }

  wake(): void {
    this.#sleeper?.wake()
  }

  closeStore(): void {
    this.db.close()
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
