/** A house whose clock a test shifts, as the operating system's may be. docs/rules.md#clock */

import type { Machine } from '../../../server/base/clock/machine.ts'
import { createMetrics } from '../../../server/base/metrics.ts'
import { type Clock, createClock } from '../../../server/clock/clock.ts'
import type { AppContext } from '../../../server/context/app-context.ts'
import { createHealth } from '../../../server/health/health.ts'
import type { Loops } from '../../../server/health/loops.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import type { TestStore } from '../support/databases.ts'
import type { TestServer } from '../support/server.ts'

/** Ms that the machine had been running before the test. */
const RUNNING_MS = 100 * HOUR_MS

export class ShiftedHouse {
  readonly store: TestStore
  readonly #server: TestServer
  #shift = 0
  /** What passes by both the clock and the machine's own count. */
  #passed = 0
  #run = 0
  clock: Clock
  context: AppContext
  loops: Loops

  constructor(store: TestStore, server: TestServer) {
    // The clock of a database elsewhere would tell at once.
    this.store = { ...store, kind: 'pglite' }
    this.#server = server
    ;({ clock: this.clock, context: this.context, loops: this.loops } = this.#started())
  }

  now = (): number => Date.now() + this.#shift + this.#passed
  readonly #machine = (): Machine => {
    const run = this.#run
    return { name: `run ${run}`, elapsed: () => (run === 0 ? RUNNING_MS : 0) + this.#passed }
  }

  #started() {
    const { config } = this.#server.context
    const clock = createClock(this.store, {
      sessionDays: config.sessionDays,
      wall: this.now,
      machine: this.#machine(),
    })
    const { loops } = createHealth(this.store, { config, metrics: createMetrics(), clock })
    return { clock, loops, context: { ...this.#server.context, store: this.store, now: this.now, clock } }
  }

  /** Sets the clock of the machine. */
  shift(ms: number): void {
    this.#shift += ms
  }

  /** Time passes, by every count. */
  pass(ms: number): void {
    this.#passed += ms
  }

  /** Another process of the same machine, or of the machine after it was started anew. */
  async restart({ machine = false } = {}): Promise<void> {
    if (machine) this.#run += 1
    ;({ clock: this.clock, context: this.context, loops: this.loops } = this.#started())
    await this.clock.look()
  }

  /** Forgets what the last test shifted. */
  async reset(): Promise<void> {
    this.#shift = 0
    this.#passed = 0
    this.#run = 0
    for (const table of ['clock_memory', 'sessions', 'command_log'] as const)
      await this.store.db.deleteFrom(table).execute()
    await this.restart()
  }
}
