/** The shared objects of a scenario. */

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
  /** Uids of leads that tablets changed recently. A change by another user there can conflict. */
  readonly worked: string[]
  /** Counts an event for the coverage. */
  readonly count: (what: string) => void
  /** Writes a line to the trace of a replayed seed. */
  readonly say: (line: string) => void
}
