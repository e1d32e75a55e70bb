/**
 * One process of the server: its app, and what it has in memory. No notification of the database ever reaches it, as if
 * its listener were lost for good: what a process keeps must be right without.
 */
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../../server/app.ts'
import type { AppContext } from '../../../server/app-context.ts'
import { readConfig } from '../../../server/config.ts'
import { createHealth } from '../../../server/health/health.ts'
import { createIntegrations } from '../../../server/integrations/integrations.ts'
import { createMetrics, type Metrics } from '../../../server/metrics.ts'
import { createSecurityLog } from '../../../server/security-log.ts'
import { LoginAttempts } from '../../../server/session/login-attempts.ts'
import { PokeHub } from '../../../server/sync/poke-hub.ts'
import { Present } from '../../../server/sync/present.ts'
import type { SimDatabase } from './database.ts'
import type { ScenarioClock } from './scenario-clock.ts'
import type { SimFiles } from './sim-files.ts'

const config = readConfig({ LOG_LEVEL: 'silent', DIST_DIR: import.meta.dirname })

type Memory = Pick<AppContext, 'pokes' | 'present' | 'passwordAttempts' | 'factorAttempts'>

const coldMemory = (database: SimDatabase, metrics: Metrics): Memory => ({
  pokes: new PokeHub(),
  present: new Present(database.store, metrics),
  passwordAttempts: new LoginAttempts(),
  factorAttempts: new LoginAttempts(),
})

interface ProcessOptions {
  readonly database: SimDatabase
  readonly clock: ScenarioClock
  readonly files: SimFiles
  readonly epoch: () => string
}

export class SimProcess {
  readonly context: AppContext
  readonly #database: SimDatabase
  readonly #metrics = createMetrics()
  #memory: Memory
  #app: FastifyInstance | null = null

  constructor({ database, clock, files, epoch }: ProcessOptions) {
    this.#database = database
    this.#memory = coldMemory(database, this.#metrics)
    const memory = () => this.#memory
    this.context = {
      store: database.store,
      reports: database.store.db,
      config,
      get epoch() {
        return epoch()
      },
      // Each call returns another instant, so that events can be ordered by time.
      now: () => ++clock.now,
      metrics: this.#metrics,
      health: createHealth(database.store, { config, metrics: this.#metrics }),
      security: createSecurityLog(
        () => {},
        () => Date.now(),
      ),
      get pokes() {
        return memory().pokes
      },
      get present() {
        return memory().present
      },
      get passwordAttempts() {
        return memory().passwordAttempts
      },
      get factorAttempts() {
        return memory().factorAttempts
      },
      deviceSecrets: null,
      integrations: { ...createIntegrations(config.integrations), files },
    }
  }

  /** Starts it with a cold memory. Its app is made once, since that takes longest. */
  async start(): Promise<void> {
    this.#memory = coldMemory(this.#database, this.#metrics)
    this.#app ??= await buildApp(this.context)
  }

  /** Throws before the first start. */
  get app(): FastifyInstance {
    if (this.#app === null) throw new Error('the server is not started')
    return this.#app
  }
}
