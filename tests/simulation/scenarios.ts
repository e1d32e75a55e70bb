/** Tells a share of the scenarios, each from its seed: FROM the first (1) to the last, SEEDS (300), or SEED alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type SimDatabase } from './support/database.ts'
import { type Coverage, runScenario } from './support/scenario.ts'

/** Scenarios of the test run. */
export const TOLD = 300
const SEEDS = Number(process.env.SEEDS || TOLD)
const FROM = Number(process.env.FROM || 1)
const ONLY = process.env.SEED === undefined ? null : Number(process.env.SEED)
const PART = 25

/** What no seed may leave out, over all of them. */
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

/** Scenarios number `share`, `share + shares`, …: each file of tests tells its own. */
export function tellShare(share: number, shares: number): void {
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
  const seeds = Array.from({ length: SEEDS - FROM + 1 }, (_, place) => FROM + place).filter(
    (seed) => seed % shares === share,
  )
  for (let first = 0; first < seeds.length; first += PART) {
    const part = seeds.slice(first, first + PART)
    test(`nothing is lost, doubled, reordered or shown to the wrong user: scenarios ${part[0]} to ${part.at(-1)}`, async () => {
      for (const seed of part)
        await runScenario({ seed, database, coverage }).catch((error: unknown) => {
          const said = error instanceof Error ? error.message : String(error)
          // At once: a long run tells its failures only at its end.
          process.stderr.write(`scenario ${seed}: ${said.split('\n')[0]}\n`)
          throw new Error(`scenario ${seed}: ${said}\nreplay: npm run test:sync -- --seed ${seed}`, {
            cause: error,
          })
        })
    }, 600_000)
  }
  // A few scenarios that somebody picked out exercise what they exercise.
  test.skipIf(FROM > 1)('the scenarios exercised every kind of bad luck and every decision', () => {
    expect(MUST_HAPPEN.filter((what) => (coverage.get(what) ?? 0) === 0)).toEqual([])
  })
}
