/** What everybody in a scenario shares. */

import type { Chance } from '../../sync/support/random.ts'
import type { Network } from './network.ts'
import type { Oracle } from './oracle.ts'
import type { ScenarioClock } from './scenario-clock.ts'
import type { SimServer } from './sim-server.ts'
import type { Tablet } from './tablet.ts'

export interface Stage {
  readonly chance: Chance
  readonly clock: ScenarioClock
  readonly oracle: Oracle
  readonly tablets: readonly Tablet[]
  readonly network: Network
  readonly server: SimServer
  /** Leads that tablets worked on lately: where a change by somebody else hurts. */
  readonly worked: string[]
  /** How often each thing happened. */
  readonly count: (what: string) => void
  /** For whoever replays one seed. */
  readonly say: (line: string) => void
}
