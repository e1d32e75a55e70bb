/** Deliberate faults in what a server process keeps in its memory. */
import { type Mutant, one } from './mutant.ts'

export const ADMINISTRATION_MUTANTS: readonly Mutant[] = [
  {
    name: 'a process keeps the sessions that it has seen',
    scenario: 23,
    further: [30, 37, 44, 51],
    patches: [
      {
        file: 'server/wire/authenticate.ts',
        find: 'if (session === null) throw noSession(',
        put: `const kept = (context.pokes.kept ??= new Map())
  if (session !== null) kept.set(token, session)
  else if (kept.has(token)) { request.session = kept.get(token); return }
  if (session === null) throw noSession(`,
      },
    ],
  },
  {
    name: 'a process keeps settings that were changed',
    scenario: 24,
    further: [33, 42],
    patches: [
      {
        file: 'server/feed/rounds.ts',
        find: "if (kept !== undefined && holds(kept, moment, ['settings', 'removed'])) return kept.value",
        put: 'if (kept !== undefined) return kept.value',
      },
    ],
  },
  {
    name: 'a process keeps status flows that were changed',
    scenario: 24,
    further: [33, 42],
    patches: [
      {
        file: 'server/feed/rounds.ts',
        find: `const kept = this.#flows
    if (kept !== undefined && holds(kept, moment, ['people', 'removed'])) return kept.value`,
        put: `const kept = this.#flows
    if (kept !== undefined) return kept.value`,
      },
    ],
  },
  one(
    'a process keeps users whose scope was changed',
    3,
    'server/feed/rounds.ts',
    `const kept = this.#users.get(id)
    if (kept !== undefined && holds(kept, moment, ['people', 'removed'])) return kept.value`,
    `const kept = this.#users.get(id)
    if (kept !== undefined) return kept.value`,
  ),
]
