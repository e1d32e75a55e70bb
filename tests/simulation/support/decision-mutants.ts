/** Deliberate faults in the user's decisions about commands. */
import { type Mutant, one } from './mutant.ts'

const FILE = 'src/db/outbox/resolve-outbox.ts'

export const DECISION_MUTANTS: readonly Mutant[] = [
  one(
    'a corrected command loses its place in the queue',
    40,
    FILE,
    'await sendAgain(db, next)',
    'await db.outbox.delete(record.seq); delete next.seq; await sendAgain(db, next)',
  ),
  one(
    'a discard removes the other commands on the lead too',
    4,
    FILE,
    'if (discarded) await giveUp(changing, group)',
    'if (discarded) await giveUp(changing, await queueOf(db, record.entityUid))',
  ),
]
