/** Dependencies that each route and handler gets as an argument. There are no globals. */
import type { Kysely } from 'kysely'
import type { Config } from '../base/config.ts'
import type { Metrics } from '../base/metrics.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import type { Store } from '../db/store.ts'
import type { DeviceSecrets } from '../device-keys/secrets.ts'
import type { Rounds } from '../feed/rounds.ts'
import type { Health } from '../health/health.ts'
import type { Integrations } from '../integrations/integrations.ts'
import type { LoginAttempts } from '../session/login-attempts.ts'
import type { PokeHub } from '../sync/poke-hub.ts'
import type { SecurityLog } from './security-log.ts'

export interface AppContext {
  readonly store: Store
  /**
   * Reports read here: a replica where there is one that answers, else connections of their own, else (PGlite) the
   * store. It may be another one at the next request.
   */
  readonly reports: Kysely<Database>
  readonly config: Config
  /** The epoch at the start, by which digests of limits differ between databases. A pull reads the present one. */
  readonly epoch: string
  /** Current time, epoch ms: the clock's. */
  readonly now: () => number
  /** Whether the time may be trusted. docs/rules.md#clock */
  readonly clock: Clock
  readonly metrics: Metrics
  readonly health: Health
  readonly security: SecurityLog
  readonly pokes: PokeHub
  /** Sessions, users and rules as they are now. */
  readonly rounds: Rounds
  /** Counts the tries at a password, in all calls that ask for one. */
  readonly passwordAttempts: LoginAttempts
  /** Counts the tries at a second factor, in all calls that ask for one. */
  readonly factorAttempts: LoginAttempts
  /** Of protected devices; null: the server has no key for them. */
  readonly deviceSecrets: DeviceSecrets | null
  /** External services; null when not configured. */
  readonly integrations: Integrations
}
