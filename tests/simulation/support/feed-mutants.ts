/** Deliberate faults in what a process answers from memory: docs/sync-protocol.md#feed */
import { type Mutant, one } from './mutant.ts'

export const FEED_MUTANTS: readonly Mutant[] = [
  one(
    'the feed says nothing of erasures',
    55,
    'server/sync/pull-from-feed.ts',
    'Object.values(highest).every(',
    'Object.values({ ...highest, erasures: 0 }).every(',
  ),
  one(
    'the feed continues with the cursor of another scope',
    55,
    'server/sync/pull-from-feed.ts',
    'return cursor.scope === scope ? { cursor, settings } : null',
    "return scope === '' ? null : { cursor, settings }",
  ),
  {
    // A scope changes by users, teams or settings alone: each of the two conditions holds where the other is missing.
    name: 'the feed continues with the cursor of a scope that was changed',
    scenario: 55,
    patches: [
      {
        file: 'server/sync/pull-from-feed.ts',
        find: 'Object.values(highest).every(',
        put: 'Object.values({ ...highest, people: 0, settings: 0, removed: 0 }).every(',
      },
      {
        file: 'server/sync/pull-from-feed.ts',
        find: 'return cursor.scope === scope ? { cursor, settings } : null',
        put: "return scope === '' ? null : { cursor, settings }",
      },
    ],
  },
  one(
    'a feed that begins takes itself for complete',
    59,
    'server/feed/feed.ts',
    'this.#floor = moment.next',
    'this.#floor = 0',
  ),
  one(
    'a feed that is filled at a start lacks what was removed',
    131,
    'server/feed/feed.ts',
    'this.#add(leads, [...known, ...tombstones])',
    'this.#add(leads, known)',
  ),
  one(
    'the feed sends leads that a change moved out of the time window',
    38,
    'server/feed/feed.ts',
    'if (hasAgedOut(row, settings, nowMs)) aged.push(row.key)',
    'if (false) aged.push(row.key)',
  ),
  one(
    'a change of users or settings pokes no device',
    179,
    'server/sync/poke-hub.ts',
    "if (affected === '*') return true",
    "if (affected === '*') return false",
  ),
  one(
    'a change of a lead pokes no broker',
    55,
    'server/sync/poke-hub.ts',
    'return affected.some(',
    "return scope.kind !== 'broker' && affected.some(",
  ),
]
