/** Deliberate faults in what a tablet shows. */
import { type Mutant, one } from './mutant.ts'

export const SCREEN_MUTANTS: readonly Mutant[] = [
  one(
    'a lead does not show the pending changes of its client',
    4,
    'src/db/outbox/projection.ts',
    '...(client === null ? lead : withCopiesOf(client, lead)),',
    '...lead,',
  ),
  one(
    'a screen does not notice the end of a pending write',
    17,
    'src/db/outbox/live-leads.ts',
    "if (writes.kind === 'settled') return this.#settle(id, writes.stored)",
    "if (writes.kind === 'settled') return",
  ),
]
