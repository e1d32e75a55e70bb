/** Deliberate faults in the groups of commands. */
import { type Mutant, one } from './mutant.ts'

export const GROUP_MUTANTS: readonly Mutant[] = [
  one(
    'a group whose second half is refused keeps its first',
    95,
    'server/commands/execute-group.ts',
    "if (result.outcome !== 'applied') throw new NotWhole(result)",
    '',
  ),
  one(
    'the rest of a refused group stays on the screen',
    95,
    'src/sync/apply-results.ts',
    "await db.outbox.put({ ...record, state: 'blocked' })",
    "await db.outbox.put({ ...record, state: 'queued' })",
  ),
  one(
    'a refused group is sent again without the rest',
    329,
    'src/db/outbox/resolve-outbox.ts',
    'others.map(anew)',
    'others',
  ),
  one(
    'a discarded command leaves the rest of its group',
    68,
    'src/db/outbox/resolve-outbox.ts',
    'if (discarded) await giveUp(changing, group)',
    'if (discarded) await giveUp(changing, [record])',
  ),
]
