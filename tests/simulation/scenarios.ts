/**
 * Runs a share of the scenarios, one a seed: from FROM (1) to SEEDS (300), or SEED alone. In a slice: those of the slice, and
 * the core, which are the scenarios of all mutants.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSlice, isSliced } from '../support/slice.ts'
import { openDatabase, type SimDatabase } from './support/database.ts'
import { MUTANTS } from './support/mutants.ts'
import { type Coverage, runScenario } from './support/scenario.ts'

/** Number of scenarios of a test run. */
export const DEFAULT_SCENARIOS = 300
const SEEDS = Number(process.env.SEEDS || DEFAULT_SCENARIOS)
const FROM = Number(process.env.FROM || 1)
const ONLY = process.env.SEED === undefined ? null : Number(process.env.SEED)
const PART = 25

/** Events that must occur at least once over all scenarios. */
const MUST_HAPPEN: readonly string[] = [
  'late request',
  'lost request',
  'lost answer',
  'doubled request',
  'captive portal',
  'broken answer',
  'bad gateway',
  'busy',
  'death',
  'server died',
  'server restart',
  'overruled unheard',
  'cut in two',
  'scope there and back',
  'poked',
  'sign out that keeps the queue',
  'sign out that drops the queue',
  'scope changed',
  'settings changed',
  'another cluster',
  'session ended',
  'session grew old',
  'clock jump',
  'full disk',
  'partial page',
  'removed',
  'reset',
  'applied',
  'conflict',
  'rejected',
  'blocked',
  'retry',
  'discard',
  'discard all',
  'discard of what waits',
  'mine',
  'theirs',
  'lead.attachFile',
  'document sent again',
  'document refused',
  'upload cut off',
  'killed at the answer to an upload',
  'document opened',
  'document of another asked for',
  'draft',
  'second tab',
  'a tab died beside another',
  'the tab that sends is closed',
  'lock handed over',
  'suspended while it asks',
  'suspended while it rests',
  'ten seconds beside a holder',
  'lock stolen',
  'a suspended tab wakes up',
  'background sync with no tab open',
  'background sync beside a tab',
  'service worker: sent',
  'service worker: retry',
  'service worker: broken',
  'the service worker that sends is ended',
  'a tab waits for the service worker',
  'document swept',
  'document swept before its command',
  'document sent again before a sweep',
  'document sent again during a sweep',
  'a command meanwhile',
]

/** Declares the tests of the scenarios whose seed modulo `shares` is `share`; each test file has its own share. */
export function runShare(share: number, shares: number): void {
  let database: SimDatabase
  const coverage: Coverage = new Map()
  beforeAll(async () => {
    database = await openDatabase()
  }, 120_000)
  afterAll(() => database.close())

  if (ONLY !== null) {
    test.runIf(ONLY % shares === share)(
      `scenario ${ONLY}`,
      async () => {
        await runScenario({
          seed: ONLY,
          database,
          coverage,
          trace: (line) => process.stdout.write(`${line}\n`),
        })
      },
      600_000,
    )
    return
  }
  const core = new Set(MUTANTS.map(({ scenario }) => scenario))
  // The place decides on the share: the numbers of a slice may all be even.
  const seeds = Array.from({ length: SEEDS - FROM + 1 }, (_, place) => FROM + place)
    .filter((seed) => inSlice(seed) || core.has(seed))
    .filter((_, place) => place % shares === share)
  for (let first = 0; first < seeds.length; first += PART) {
    const part = seeds.slice(first, first + PART)
    const range = `scenarios ${part[0]} to ${part.at(-1)}`
    test(`nothing is lost, doubled, reordered or shown to the wrong user in ${range}`, async () => {
      for (const seed of part)
        await runScenario({ seed, database, coverage }).catch((error: unknown) => {
          const message = error instanceof Error ? error.message : String(error)
          // Vitest reports the failures of a long run only at its end, so the first line is written now.
          process.stderr.write(`scenario ${seed}: ${message.split('\n')[0]}\n`)
          throw new Error(`scenario ${seed}: ${message}\nreplay: npm run test:sync -- --seed ${seed}`, {
            cause: error,
          })
        })
    }, 600_000)
  }
  // A selection of scenarios need not cover everything; `npm run test:long` runs them all.
  test.skipIf(FROM > 1 || isSliced)('the scenarios cover every kind of fault and every decision', () => {
    expect(MUST_HAPPEN.filter((what) => (coverage.get(what) ?? 0) === 0)).toEqual([])
  })
}
