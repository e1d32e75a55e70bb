/** A deliberate fault in the identity of clients. */
import { type Mutant, one } from './mutant.ts'

export const IDENTITY_MUTANTS: readonly Mutant[] = [
  one(
    'a client with a document becomes another person',
    173,
    'src/domain/client/identity.ts',
    "choice === 'correct' ? 'refuse' : 'other'",
    "'write'",
  ),
]
