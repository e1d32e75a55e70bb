/** Deliberate faults in limits of the law: docs/rules.md#obligations */
import { type Mutant, one } from './mutant.ts'

export const OBLIGATION_MUTANTS: readonly Mutant[] = [
  one(
    'a limit that was kept begins again',
    87,
    'server/commands/lead/obligations.ts',
    "record.outcome === 'dismissed') return ACCEPT",
    "record.outcome !== 'erased') return ACCEPT",
  ),
  one(
    'a new limit takes the place of the others',
    47,
    'src/domain/obligations/obligation.ts',
    '[...withoutKey(lead, obligationKey(obligation)), obligation]',
    '[obligation]',
  ),
  one(
    'the proof of a limit is not kept',
    87,
    'server/commands/lead/obligations.ts',
    'proof_kind, proof: kept })',
    "proof_kind, proof: '' })",
  ),
  one(
    'limits of an erased client run on',
    137,
    'server/administration/personal-data/places.ts',
    'obligations: nothing,',
    '',
  ),
]
