/**
 * A tab of a tablet: the real store, engine and transport over the tablet's IndexedDB. Its engine runs while the tab
 * holds the tablet's lock. The tab can die between any two operations of its store.
 */
import { SyncEngine } from '../../../src/sync/engine.ts'
import { httpTransport } from '../../../src/sync/transport-http.ts'
import { inTurn } from '../../../src/sync/turn.ts'
import { Thread, type ThreadOptions } from './thread.ts'

export class Tab extends Thread {
  readonly #options: ThreadOptions
  #turn = new AbortController()
  #engine: SyncEngine | null = null
  #ended: Promise<void> = Promise.resolve()
  /** Ends the pause between two questions to the holder; null if the tab does not wait for the lock. */
  #watch: (() => void) | null = null

  constructor(options: ThreadOptions) {
    super(options)
    this.#options = options
  }

  /** Whether its engine runs. */
  get leads(): boolean {
    return this.#engine !== null
  }

  /** Whether it waits for the lock. */
  get waits(): boolean {
    return this.#watch !== null
  }

  /** Requests the lock. The engine starts with the lock, and ends when no user is signed in. */
  run(): void {
    const { userId, locks, scenarioNow } = this.#options
    this.#turn = new AbortController()
    const { signal } = this.#turn
    const clock = { now: scenarioNow, sleep: (_ms: number, ended: AbortSignal) => this.#watchOn(ended) }
    const deps = { locks: locks.of(this), talk: locks.talk, clock }
    this.#ended = inTurn({ userId, signal }, deps, (stolen) => this.#lead(AbortSignal.any([signal, stolen])))
  }

  #watchOn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = () => {
      if (this.#watch === end) this.#watch = null
      resolve()
    }
    this.#watch = end
    signal.addEventListener('abort', end)
    return promise
  }

  /** Ends one pause, so that the tab asks the holder again. */
  watch(): void {
    if (!this.isSuspended) this.#watch?.()
  }

  async #lead(signal: AbortSignal): Promise<void> {
    const { origin, now, random, onProblem } = this.#options
    const engine = new SyncEngine({
      db: this.engineDb,
      transport: (token) => httpTransport(origin, token, now),
      clock: { now, sleep: (ms, ended) => this.sleep(ms, ended) },
      random,
      appVersion: '1.0.0',
      onStatus: ({ problem }) => {
        if (problem !== null && !this.faults.dead) onProblem(problem)
      },
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
    if (!this.isSuspended) this.#engine?.nudge()
  }

  /** Ends the engine or the wait for the lock. The store stays open. */
  async stop(): Promise<void> {
    this.resume()
    this.#turn.abort()
    await this.#ended
  }

  /** Kills the tab: memory and uncommitted transactions are lost. */
  async close(): Promise<void> {
    this.faults.dead = true
    await this.stop()
  }
}
