/** What every route and handler is given: nothing reaches for a global. */
import type { Config } from './config.ts'
import type { Store } from './db/store.ts'
import type { Integrations } from './integrations/integrations.ts'
import type { Metrics } from './metrics.ts'
import type { SecurityLog } from './security-log.ts'
import type { PokeHub } from './sync/poke-hub.ts'

export interface AppContext {
  readonly store: Store
  readonly config: Config
  /** Epoch that pull cursors belong to. */
  readonly epoch: string
  /** Present instant, epoch ms. */
  readonly now: () => number
  readonly metrics: Metrics
  readonly security: SecurityLog
  readonly pokes: PokeHub
  /** Outside services, null where there is none. */
  readonly integrations: Integrations
}
