/** Deliberate faults in what a server process keeps in its memory. */
import type { Mutant } from './mutant.ts'

export const ADMINISTRATION_MUTANTS: readonly Mutant[] = [
  {
    name: 'a process keeps the sessions that it has seen',
    scenario: 23,
    further: [30, 37, 44, 51],
    patches: [
      {
        file: 'server/http/authenticate.ts',
        find: 'if (session === null) throw noSession(',
        put: `const kept = (context.pokes.kept ??= new Map())
  if (session !== null) kept.set(token, session)
  else if (kept.has(token)) { request.session = kept.get(token); return }
  if (session === null) throw noSession(`,
      },
    ],
  },
]
