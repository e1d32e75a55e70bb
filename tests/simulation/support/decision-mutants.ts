/** Deliberate faults in the user's decisions about commands. */
import { type Mutant, one } from './mutant.ts'

const FILE = 'src/db/outbox/resolve-outbox.ts'

export const DECISION_MUTANTS: readonly Mutant[] = [
  one(
    'a corrected command is not compared with the server',
    1,
    FILE,
    `clientUid: prepared.clientUid,
    base: { ...record.base, ...seenValues(record) },`,
    'clientUid: prepared.clientUid, base: {},',
  ),
  one(
    'a discard removes the other commands on the lead too',
    1,
    FILE,
    'if (discarded) await giveUp(db, [record], dirty)',
    'if (discarded) await giveUp(db, await queueOf(db, record.entityUid), dirty)',
  ),
  one(
    'a discarded creation leaves the commands on its lead',
    1,
    FILE,
    'if ((await db.serverLeads.get(record.entityUid)) === undefined)',
    'if (false)',
  ),
]
