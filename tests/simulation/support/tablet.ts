/**
 * A tablet: one IndexedDB, its disk, its wrong clock, and none to two tabs of the app over it, and now and then its
 * service worker, of which one holds the lock. Its user works in the tab that is in front.
 */

import type { DexieOptions } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { MirrorDb } from '../../../src/db/mirror/mirror.ts'
import type { Chance } from '../../sync/support/random.ts'
import { DeviceLocks, type LockEvents } from './device-locks.ts'
import type { ScenarioClock } from './scenario-clock.ts'
import { ServiceWorker, type WorkerEnd } from './service-worker.ts'
import type { Disk, RowsWritten, StoreFaults } from './store-faults.ts'
import { Tab } from './tab.ts'
import type { Thread, ThreadOptions } from './thread.ts'

export interface TabletOptions {
  readonly number: number
  readonly userId: number
  readonly clock: ScenarioClock
  readonly chance: Chance
  readonly onRows: RowsWritten
  readonly locks: LockEvents
  readonly onTrespass: (tablet: number, table: string) => void
  readonly onWorkerEnd: (tablet: number, end: WorkerEnd) => void
}

/** Turns of the event loop without a sign of life after which nothing will come by itself. */
const QUIET_TURNS = 8

export class Tablet {
  readonly number: number
  readonly userId: number
  readonly disk: Disk = { full: false, room: 0 }
  /** Whether something happened on it since this was last set to false. */
  touched = true
  /** How wrong its clock is, ms. */
  skew = 0
  tabs: Tab[] = []
  /** null: the browser does not run it. */
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

  /** What its user made under this name counts from one. */
  get name(): string {
    return this.#emptied === 0 ? `${this.number}` : `${this.number}, emptied ${this.#emptied} times`
  }

  get now(): number {
    return this.#options.clock.now + this.skew
  }

  /** Whether its user can do anything. */
  get isOpen(): boolean {
    return this.tabs.length > 0
  }

  /** Whether somebody can look at its store: a service worker at work may have lost it (`empty`). */
  get isReadable(): boolean {
    return this.isOpen || this.serviceWorker?.hasStore === true
  }

  get threads(): Thread[] {
    return this.serviceWorker === null ? this.tabs : [...this.tabs, this.serviceWorker]
  }

  /** Its store is asked through the tab in front, or through the service worker when there is no tab. */
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

  /** When an engine wants to go on, epoch ms of the scenario; null while it is at work. */
  get wakesAt(): number | null {
    const due = this.threads.flatMap(({ wakesAt }) => wakesAt ?? [])
    return due.length === 0 ? null : Math.min(...due)
  }

  /** One tab more; it waits for its turn from `run` on. */
  open(): void {
    this.tabs.push(new Tab(this.#thread('tab')))
  }

  #thread(kind: 'tab' | 'worker'): ThreadOptions {
    const { userId, clock, chance, onRows, onTrespass } = this.#options
    this.#opened += 1
    return {
      userId,
      origin: `http://${kind}-${this.#opened}.tablet-${this.number}.test`,
      home: this.#home,
      disk: this.disk,
      locks: this.#locks,
      now: () => this.now,
      storyNow: () => clock.now,
      random: chance.next,
      onRows,
      onTrespass: (table) => onTrespass(this.number, table),
    }
  }

  /** The browser has a network and lets the service worker send; it runs until it is done. */
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

  /** The last one that was opened. */
  run(): void {
    this.tabs.at(-1)?.run()
  }

  /** The user turns to one of the tabs. */
  turn(): void {
    if (this.tabs.length > 1) this.#front = this.#options.chance.below(this.tabs.length)
  }

  /** Every tab hears it; the one whose engine runs goes on. */
  nudge(): void {
    for (const tab of this.tabs) tab.nudge()
  }

  wake(): void {
    for (const thread of this.threads) thread.wake()
  }

  /** Its storage is gone; only while no tab is open. A service worker that is at work loses it under its hands. */
  empty(): void {
    this.serviceWorker?.closeStore()
    this.#emptied += 1
    this.#home = { indexedDB: new IDBFactory(), IDBKeyRange }
  }

  /** Its engines end; the store stays open. */
  async stop(): Promise<void> {
    for (const tab of this.tabs) await tab.stop()
    await this.quiet()
  }

  /** As when the system ends the app, or its user does; the service worker may go on. */
  async close(): Promise<void> {
    // Nobody of them gets a turn any more.
    for (const tab of this.tabs) tab.faults.dead = true
    for (const tab of this.tabs.toReversed()) await this.closeTab(tab)
  }

  /** Another tab may get its turn by it. */
  async closeTab(tab: Tab): Promise<void> {
    await tab.close()
    await this.quiet()
    tab.closeStore()
    this.tabs = this.tabs.filter((other) => other !== tab)
    this.#front = 0
    // What is left comes to the front.
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

  /** Reads the store from outside; only while the tablet is quiet. */
  async look<Value>(act: () => Promise<Value>): Promise<Value> {
    const { faults } = this
    faults.looking = true
    try {
      return await act()
    } finally {
      faults.looking = false
    }
  }

  /** Resolves when it waits for the network or for time, and for nothing else. */
  async quiet(): Promise<void> {
    this.touched = true
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (this.threads.some(({ faults }) => faults.busy > 0)) turns = 0
    }
  }
}
