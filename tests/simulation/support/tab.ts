/**
 * A tab of a tablet: the real store, engine and transport over the tablet's IndexedDB. Its engine runs while it holds the
 * tablet's lock. It can be killed between any two steps of its store, and says when it has nothing more to do by itself.
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
  /** Between two questions to the holder. */
  #watch: (() => void) | null = null

  constructor(options: ThreadOptions) {
    super(options)
    this.#options = options
  }

  /** Whether its engine is the one that runs. */
  get leads(): boolean {
    return this.#engine !== null
  }

  /** Whether it waits for its turn. */
  get waits(): boolean {
    return this.#watch !== null
  }

  /** Its engine starts when it is its turn; it ends when nobody is signed in. */
  run(): void {
    const { userId, locks, storyNow } = this.#options
    this.#turn = new AbortController()
    const { signal } = this.#turn
    const clock = { now: storyNow, sleep: (_ms: number, ended: AbortSignal) => this.#watchOn(ended) }
    const deps = { locks: locks.of(this), talk: locks.talk, clock }
    this.#ended = inTurn({ userId, signal }, deps, (robbed) => this.#lead(AbortSignal.any([signal, robbed])))
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

  /** As long as it takes to ask the holder once. */
  watch(): void {
    if (!this.isSuspended) this.#watch?.()
  }

  async #lead(signal: AbortSignal): Promise<void> {
    const { origin, now, random } = this.#options
    const engine = new SyncEngine({
      db: this.engineDb,
      transport: (token) => httpTransport(origin, token, now),
      clock: { now, sleep: (ms, ended) => this.sleep(ms, ended) },
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
    if (!this.isSuspended) this.#engine?.nudge()
  }

  /** Its engine ends, or waits no longer; the store stays open. */
  async stop(): Promise<void> {
    this.resume()
    this.#turn.abort()
    await this.#ended
  }

  /** Everything in memory is gone; what a transaction had not committed too. */
  async close(): Promise<void> {
    this.faults.dead = true
    await this.stop()
  }
}
