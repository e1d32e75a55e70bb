/**
 * A tablet: one IndexedDB, a disk, a wrong clock, up to two tabs of the app, and at times a service worker. One of
 * these threads holds the lock. The user works in the front tab.
 */

import type { DexieOptions } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { LayeredMirror } from '../../../src/db/open.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import { DeviceDb } from '../../../src/db/session/device-session.ts'
import type { Chance } from '../../sync/support/random.ts'
import { areCiphersRunning } from './ciphers.ts'
import { DeviceLocks, type LockEvents } from './device-locks.ts'
import type { ScenarioClock } from './scenario-clock.ts'
import { keysOf } from './sealed.ts'
import { ServiceWorker, type WorkerEnd } from './service-worker.ts'
import type { Disk, RowsWritten, StoreFaults } from './store-faults.ts'
import { Tab } from './tab.ts'
import { CHUNK_SIZES, type Thread, type ThreadOptions } from './thread.ts'
import type { WatcherKind } from './watcher.ts'

export interface TabletOptions {
  readonly number: number
  readonly userId: number
  readonly clock: ScenarioClock
  readonly chance: Chance
  /** What shows the tablet's leads; null: nothing. */
  readonly watcher: WatcherKind | null
  readonly onRows: RowsWritten
  readonly locks: LockEvents
  readonly onProblem: (tablet: number, problem: string) => void
  readonly onTrespass: (tablet: number, table: string) => void
  readonly onWorkerEnd: (tablet: number, end: WorkerEnd) => void
}

/** Number of idle turns of the event loop after which the tablet counts as quiet. */
const QUIET_TURNS = 8

export class Tablet {
  readonly number: number
  readonly userId: number
  readonly disk: Disk = { full: false, room: 0 }
  /** Whether the tablet worked since this was last set to false. */
  touched = true
  /** Error of the tablet's clock in ms. */
  skew = 0
  tabs: Tab[] = []
  /** Null while the browser does not run it. */
  serviceWorker: ServiceWorker | null = null
  readonly #options: TabletOptions
  readonly #locks: DeviceLocks
  #front = 0
  #home: DexieOptions = { indexedDB: new IDBFactory(), IDBKeyRange }
  #emptied = 0
  #opened = 0

  constructor(options: TabletOptions) {
    this.#options = options
    this.number = options.number
    this.userId = options.userId
    this.#locks = new DeviceLocks(options.locks)
  }

  /** Changes when the storage is emptied, because `seq` then starts at 1 again. */
  get name(): string {
    return this.#emptied === 0 ? `${this.number}` : `${this.number}, emptied ${this.#emptied} times`
  }

  get now(): number {
    return this.#options.clock.now + this.skew
  }

  /** Whether a tab is open. */
  get isOpen(): boolean {
    return this.tabs.length > 0
  }

  /** Whether the store can be read. A running service worker may have lost it (`empty`). */
  get isReadable(): boolean {
    return this.isOpen || this.serviceWorker?.hasStore === true
  }

  get threads(): Thread[] {
    return this.serviceWorker === null ? this.tabs : [...this.tabs, this.serviceWorker]
  }

  /** The thread whose store the test reads: the front tab, or the service worker. Throws on a closed tablet. */
  get front(): Thread {
    const awake = this.threads.filter(({ isSuspended }) => !isSuspended)
    const inFront = this.tabs[this.#front]
    const thread = inFront !== undefined && awake.includes(inFront) ? inFront : awake[0]
    if (thread === undefined) throw new Error(`tablet ${this.number} is closed`)
    return thread
  }

  get db(): MirrorDb {
    return this.front.db
  }

  get faults(): StoreFaults {
    return this.front.faults
  }

  /** Time of the next timer of an engine in epoch ms of the scenario; null without a timer. */
  get wakesAt(): number | null {
    const due = this.threads.flatMap(({ wakesAt }) => wakesAt ?? [])
    return due.length === 0 ? null : Math.min(...due)
  }

  /** Opens another tab. It requests the lock in `run`. */
  open(): void {
    this.tabs.push(new Tab(this.#thread('tab')))
  }

  #thread(kind: 'tab' | 'worker'): ThreadOptions {
    const { userId, clock, chance, watcher, onRows, onProblem, onTrespass } = this.#options
    this.#opened += 1
    return {
      userId,
      origin: `http://${kind}-${this.#opened}.tablet-${this.number}.test`,
      home: this.#home,
      disk: this.disk,
      locks: this.#locks,
      now: () => this.now,
      scenarioNow: () => clock.now,
      random: chance.next,
      hasScreen: watcher === 'screen',
      hasBoard: watcher === 'board',
      onRows,
      onProblem: (problem) => onProblem(this.number, problem),
      onTrespass: (table) => onTrespass(this.number, table),
    }
  }

  /** The browser starts the service worker, which runs until its flush ends. */
  sync(): ServiceWorker {
    const worker = new ServiceWorker(this.#thread('worker'))
    this.serviceWorker = worker
    worker.run((end) => {
      worker.closeStore()
      if (this.serviceWorker === worker) this.serviceWorker = null
      this.#options.onWorkerEnd(this.number, end)
    })
    return worker
  }

  /** Runs the tab that was opened last. */
  run(): void {
    this.tabs.at(-1)?.run()
  }

  /** The user brings one of the tabs to the front. */
  turn(): void {
    if (this.tabs.length > 1) this.#front = this.#options.chance.below(this.tabs.length)
  }

  /** Nudges every tab; the one with a running engine starts a cycle. */
  nudge(): void {
    for (const tab of this.tabs) tab.nudge()
  }

  wake(): void {
    for (const thread of this.threads) thread.wake()
  }

  /** Returns a connection of another thread, such as the board's. No fault reaches it. */
  connect(): MirrorDb {
    const device = new DeviceDb(this.#home)
    const home = { device, options: this.#home, chunkSizes: CHUNK_SIZES, keys: keysOf(this.userId) }
    return new LayeredMirror(this.userId, home)
  }

  /** Deletes the storage. Call only while no tab is open; a running service worker loses its store. */
  empty(): void {
    this.serviceWorker?.closeStore()
    this.#emptied += 1
    this.#home = { indexedDB: new IDBFactory(), IDBKeyRange }
  }

  /** Ends the engines. The stores stay open. */
  async stop(): Promise<void> {
    for (const tab of this.tabs) await tab.stop()
    await this.quiet()
  }

  /** Closes all tabs. The service worker may continue. */
  async close(): Promise<void> {
    // A dead tab does not take over the lock.
    for (const tab of this.tabs) tab.faults.dead = true
    for (const tab of this.tabs.toReversed()) await this.closeTab(tab)
  }

  /** Closes one tab. Another tab may get the lock. */
  async closeTab(tab: Tab): Promise<void> {
    await tab.close()
    await this.quiet()
    tab.closeStore()
    this.tabs = this.tabs.filter((other) => other !== tab)
    this.#front = 0
    // A suspended tab that is the last one comes to the front and resumes.
    if (this.tabs.every(({ isSuspended }) => isSuspended)) for (const other of this.tabs) other.resume()
    await this.quiet()
  }

  async endServiceWorker(): Promise<void> {
    await this.serviceWorker?.close()
    await this.quiet()
  }

  async restart(): Promise<void> {
    await this.close()
    this.open()
    this.run()
    await this.quiet()
  }

  /** Reads the store without faults. Call only while the tablet is quiet. */
  async look<Value>(act: () => Promise<Value>): Promise<Value> {
    const { faults } = this
    faults.looking = true
    try {
      return await act()
    } finally {
      faults.looking = false
    }
  }

  /** Resolves when the tablet waits only for the network or a timer. */
  async quiet(): Promise<void> {
    this.touched = true
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (areCiphersRunning() || this.threads.some(({ faults }) => faults.busy > 0)) turns = 0
    }
  }
}
