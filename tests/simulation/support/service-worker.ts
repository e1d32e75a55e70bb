/**
 * The service worker of a tablet, woken by Background Sync. It runs the real flush over the tablet's IndexedDB and
 * lock, beside tabs or without any. The browser may end it between any two operations of its store.
 */
import { type FlushEnd, flushQueue } from '../../../src/sync/flush.ts'
import { httpTransport } from '../../../src/sync/transport-http.ts'
import { A_MOMENT, Thread, type ThreadOptions } from './thread.ts'

/** The end of a flush. 'broken': a fault of the scenario ended it, and the browser retries. Error: another failure. */
export type WorkerEnd = FlushEnd | 'broken' | Error

interface Timeout {
  readonly due: number
  readonly abort: () => void
}

export class ServiceWorker extends Thread {
  readonly #options: ThreadOptions
  readonly #end = new AbortController()
  #timeouts: Timeout[] = []
  #ended: Promise<void> = Promise.resolve()
  #holdsLock = false
  #isClosed = false

  constructor(options: ThreadOptions) {
    super(options)
    this.#options = options
  }

  /** Whether it holds the lock. */
  get leads(): boolean {
    return this.#holdsLock
  }

  get hasStore(): boolean {
    return !this.#isClosed
  }

  override get wakesAt(): number | null {
    const due = [super.wakesAt, ...this.#timeouts.map((timeout) => timeout.due)].filter((at) => at !== null)
    return due.length === 0 ? null : Math.min(...due)
  }

  /** Starts the flush. `onEnd` runs at every kind of end. */
  run(onEnd: (end: WorkerEnd) => void): void {
    const { origin, now, random, locks } = this.#options
    const mine = locks.of(this)
    const flushed = flushQueue(
      {
        device: this.db.device,
        openMirror: () => this.engineDb,
        talk: locks.talk,
        locks: {
          request: (name, options, act) =>
            mine.request(name, options, async () => {
              this.#holdsLock = true
              await act().finally(() => {
                this.#holdsLock = false
              })
            }),
        },
        transport: (token) => httpTransport(origin, token, now),
        clock: { now, sleep: (ms, ended) => this.sleep(ms, ended) },
        random,
        timeout: (ms) => this.#timeout(ms),
        appVersion: '1.0.0',
      },
      this.#end.signal,
    )
    this.#ended = flushed
      .catch((error: unknown): WorkerEnd => {
        if (this.faults.dead || this.#isClosed || this.#options.disk.full) return 'broken'
        return error instanceof Error ? error : new Error(String(error))
      })
      .then(onEnd)
  }

  /** A new version of the app asks it to stop. */
  makeWay(): void {
    this.#end.abort()
  }

  /** The browser ends it. */
  async close(): Promise<void> {
    this.faults.dead = true
    this.#end.abort()
    await this.#ended
  }

  /** Also called when another thread deletes the database. */
  override closeStore(): void {
    this.#isClosed = true
    super.closeStore()
  }

  override wake(): void {
    super.wake()
    const soon = this.#options.scenarioNow() + A_MOMENT
    const due = this.#timeouts.filter((timeout) => timeout.due <= soon)
    this.#timeouts = this.#timeouts.filter((timeout) => timeout.due > soon)
    for (const timeout of due) timeout.abort()
  }

  #timeout(ms: number): AbortSignal {
    const controller = new AbortController()
    const abort = () => controller.abort(new DOMException('too long', 'TimeoutError'))
    this.#timeouts.push({ due: this.#options.scenarioNow() + ms, abort })
    return controller.signal
  }
}
