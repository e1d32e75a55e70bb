/** Deliberate faults in leads that one device hands to another: docs/rules.md#hand-over */
import { type Mutant, one } from './mutant.ts'

export const HAND_OVER_MUTANTS: readonly Mutant[] = [
  one(
    'a code has another key than the creation that waits',
    137,
    'src/device/hand-over/give.ts',
    '...asStated(record),',
    '...asStated(record), key: crypto.randomUUID(),',
  ),
  one('whoever reads a code becomes the author', 47, 'server/hand-over/receive.ts', 'user: author,', 'user,'),
  one(
    'whoever is told that another device was first keeps the entry',
    47,
    'src/sync/apply-results.ts',
    '    await finish(settling, record)\n    if (result.sent_by',
    '    if (result.sent_by === undefined) await finish(settling, record)\n    if (result.sent_by',
  ),
]
