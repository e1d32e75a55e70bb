/**
 * One process of the server: its app, and what it has in memory. It may lose its listener, or one notification of the
 * database: what it keeps must be right without.
 */

import type { FastifyInstance } from 'fastify'
import { readConfig } from '../../../server/base/config.ts'
import { createMetrics, type Metrics } from '../../../server/base/metrics.ts'
import { createClock } from '../../../server/clock/clock.ts'
import type { AppContext } from '../../../server/context/app-context.ts'
import { createSecurityLog } from '../../../server/context/security-log.ts'
import { deviceSecrets } from '../../../server/device-keys/secrets.ts'
import { buildApp } from '../../../server/entry/app.ts'
import { Rounds } from '../../../server/feed/rounds.ts'
import { createHealth } from '../../../server/health/health.ts'
import { createIntegrations } from '../../../server/integrations/integrations.ts'
import { LoginAttempts } from '../../../server/session/login-attempts.ts'
import { PokeHub } from '../../../server/sync/poke-hub.ts'
import { scopeOf } from '../../../src/domain/lead/access.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { SimDatabase } from './database.ts'
import type { ScenarioClock } from './scenario-clock.ts'
import type { SimFiles } from './sim-files.ts'

const config = readConfig({ LOG_LEVEL: 'silent', DIST_DIR: import.meta.dirname })

type Memory = Pick<AppContext, 'pokes' | 'rounds' | 'passwordAttempts' | 'factorAttempts'>

const coldMemory = (database: SimDatabase, metrics: Metrics): Memory => ({
  pokes: new PokeHub(),
  rounds: new Rounds(database.store, metrics),
  passwordAttempts: new LoginAttempts(),
  factorAttempts: new LoginAttempts(),
})

/** 'none': its listener is lost, until it starts again. */
export type Hearing = 'all' | 'not the next' | 'none'

export interface Stream {
  /** Whether the process has poked the device since the stream began. */
  readonly wasPoked: () => Promise<boolean>
  readonly end: () => void
}

/** A process pokes a device that was quiet within 20 ms of real time. A later timer never fires before it. */
const POKED_MS = 30

interface ProcessOptions {
  readonly database: SimDatabase
  readonly clock: ScenarioClock
  readonly files: SimFiles
  readonly epoch: () => string
  /** It has the key of devices, by which they hand leads over. */
  readonly hasDeviceKey: boolean
}

export class SimProcess {
  readonly context: AppContext
  readonly #database: SimDatabase
  readonly #metrics = createMetrics()
  #memory: Memory
  #app: FastifyInstance | null = null
  /** What of the database's notifications reaches it. */
  hears: Hearing = 'all'

  constructor({ database, clock, files, epoch, hasDeviceKey }: ProcessOptions) {
    this.#database = database
    this.#memory = coldMemory(database, this.#metrics)
    const memory = () => this.#memory
    const now = () => ++clock.now
    this.context = {
      store: database.store,
      reports: database.store.db,
      config,
      get epoch() {
        return epoch()
      },
      // Each call returns another instant, so that events can be ordered by time.
      now,
      clock: createClock(database.store, { sessionDays: config.sessionDays, wall: now }),
      metrics: this.#metrics,
      health: createHealth(database.store, { config, metrics: this.#metrics }),
      security: createSecurityLog(
        () => {},
        () => Date.now(),
      ),
      get pokes() {
        return memory().pokes
      },
      get rounds() {
        return memory().rounds
      },
      get passwordAttempts() {
        return memory().passwordAttempts
      },
      get factorAttempts() {
        return memory().factorAttempts
      },
      deviceSecrets: hasDeviceKey ? deviceSecrets(Buffer.alloc(32, 7)) : null,
      integrations: { ...createIntegrations(config.integrations), files },
    }
  }

  /**
   * Starts it with a cold memory. `filled`: its feed begins with the newest changes, as a start of the server leaves it.
   * Its app is made once, since that takes longest.
   */
  async start({ filled }: { readonly filled: boolean }): Promise<void> {
    await this.#memory.pokes.stop()
    this.#memory = coldMemory(this.#database, this.#metrics)
    this.hears = 'all'
    const { store } = this.#database
    await this.#memory.pokes.start({ ...store, listen: (name, hear) => store.listen(name, this.#ear(hear)) })
    if (filled) await this.#memory.rounds.fill()
    this.#app ??= await buildApp(this.context)
  }

  #ear(hear: (payload: string) => void) {
    return (payload: string) => {
      if (this.hears === 'all') hear(payload)
      else if (this.hears === 'not the next') this.hears = 'all'
    }
  }

  /** A device's stream of pokes. */
  subscribe(user: SessionUser): Stream {
    let poked = false
    const { pokes } = this.#memory
    const subscription = pokes.subscribe({ userId: user.id, scope: scopeOf(user) }, () => {
      poked = true
    })
    return {
      end: () => subscription.end(),
      wasPoked: async () => {
        await new Promise((resolve) => setTimeout(resolve, POKED_MS))
        return poked
      },
    }
  }

  /** How many pages it has answered from its feed. */
  async pullsFromMemory(): Promise<number> {
    const { values } = await this.#metrics.pulls.get()
    return values.find(({ labels }) => labels.from === 'memory')?.value ?? 0
  }

  /** Throws before the first start. */
  get app(): FastifyInstance {
    if (this.#app === null) throw new Error('the server is not started')
    return this.#app
  }
}
