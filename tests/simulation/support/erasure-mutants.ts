/** Deliberate faults in the erasing of a client. */
import { type Mutant, one } from './mutant.ts'

export const ERASURE_MUTANTS: readonly Mutant[] = [
  one(
    'an erasure changes a history without saying why',
    6,
    'server/records/history-cause.ts',
    "select set_config('farol.history_cause', ${cause}, true)",
    "select set_config('farol.history_cause', '', ${cause} <> '')",
  ),
  one(
    'a pull does not tell of erasures',
    6,
    'server/sync/pull.ts',
    'starts ? await erasedBetween(tx, previous.from, high) : []',
    '[]',
  ),
  one(
    'a pull that goes on does not tell of erasures',
    6,
    'server/sync/pull.ts',
    'starts ? await erasedBetween(tx, previous.from, high) : []',
    'starts && previous.from === 0 ? await erasedBetween(tx, previous.from, high) : []',
  ),
  one(
    'an erasure leaves a staged row in its chunk',
    34,
    'src/db/outbox/evict-erased.ts',
    'await db.leads.bulkDelete(leads.map(({ uid }) => uid))',
    '',
  ),
  one(
    'the row behind an erased client’s queue hides the row of the same page',
    87,
    'src/sync/apply-page.ts',
    'if (erased.length > 0) await projectRows(db, dirty, source)',
    '',
  ),
  one(
    'drafts about an erased client stay',
    6,
    'src/db/outbox/evict-erased.ts',
    'return [...keys, ...documents, ...drafts].some((trace) => text.includes(trace))',
    'return text === JSON.stringify(drafts)',
  ),
  one(
    'commands about an erased client stay',
    6,
    'src/db/outbox/evict-erased.ts',
    'if (gone.length === 0) return []',
    'if (gone.length >= 0) return []',
  ),
  one(
    'a creation for an erased client makes it anew',
    111,
    'server/commands/handle-command.ts',
    'if (known !== given.uid && (await erasedAt(tx, given.uid)) !== null) return refusedAsErased(key)',
    '',
  ),
]
