/**
 * Tests the simulation itself: the scenario of each mutant must fail. A change of the steps changes what every seed does.
 * `MUTANT_SEARCH=1` then looks for other seeds: it prints the first scenario from 1 to SEEDS, 300 by default, that fails. With
 * `MUTANT_SEARCH=6/7` it looks among those whose number modulo 7 is 6, with FROM=52 from that one on.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { oneAfterTheOther } from './support/alone.ts'
import type * as databaseModule from './support/database.ts'
import { type SimDatabase, sharedDatabase } from './support/database.ts'
import { MUTANTS, outOfDate } from './support/mutants.ts'
import type * as scenarioModule from './support/scenario.ts'
import { FROM, mutantsOf, SEEDS } from './support/selection.ts'

/** A machine that does much beside takes a minute for a scenario, and more for its mutant. */
const LONGEST_MS = 600_000
const SEARCHES = Boolean(process.env.MUTANT_SEARCH)
const [PLACE = 0, EVERY = 1] = (/^\d+\/\d+$/.exec(process.env.MUTANT_SEARCH ?? '')?.[0] ?? '0/1')
  .split('/')
  .map(Number)

const alone = oneAfterTheOther()

/** An absolute path, so that Vite does not rewrite the dynamic imports. */
const SUPPORT = `${import.meta.dirname}/support`

/** Declares the tests of a share of the mutants; each test file has its own share. */
export function catchShare(share: number, shares: number): void {
  let shared: SimDatabase
  beforeAll(async () => {
    shared = await sharedDatabase()
  }, LONGEST_MS)

  test('each mutant replaces a snippet that the product contains', () => expect(outOfDate()).toEqual([]))

  const numbers = mutantsOf(share, shares)
  describe.skipIf(numbers.length === 0)('a scenario fails if', () => {
    for (const number of numbers) {
      const {
        name,
        ownDatabase,
        scenario,
        further = [],
      } = MUTANTS[number] ?? expect.fail(`no mutant ${number}`)
      test(name, { timeout: SEARCHES ? 3_600_000 : LONGEST_MS * (1 + further.length) }, async () => {
        const database = ownDatabase === true ? await ownDatabaseOf(number) : shared
        try {
          if (SEARCHES) await search(number, database)
          else if (!(await oneFails(number, [scenario, ...further], database)))
            expect.fail(`scenario ${scenario} does not fail; MUTANT_SEARCH=1 looks for another`)
        } finally {
          if (ownDatabase === true) await database.close()
        }
      })
    }
  })
}

async function search(number: number, database: SimDatabase): Promise<void> {
  const name = MUTANTS[number]?.name
  for (let seed = FROM; seed <= SEEDS; seed++) {
    if (seed % EVERY !== PLACE) continue
    const failure = await failureOf(number, seed, database)
    if (failure === null) continue
    process.stdout.write(`${name}: scenario ${seed}: ${failure.slice(0, 160)}\n`)
    return
  }
  expect.fail(`the mutant passes the scenarios to ${SEEDS}`)
}

/** Whether one of the scenarios fails; those behind it are not run. */
async function oneFails(
  number: number,
  scenarios: readonly number[],
  database: SimDatabase,
): Promise<boolean> {
  for (const seed of scenarios) if ((await failureOf(number, seed, database)) !== null) return true
  return false
}

/** Returns the message of the scenario's failure; null: it passes. */
async function failureOf(number: number, seed: number, database: SimDatabase): Promise<string | null> {
  const { runScenario }: typeof scenarioModule = await import(
    /* @vite-ignore */ `${SUPPORT}/scenario.ts?mutant=${number}`
  )
  return alone(() => runScenario({ seed, database, coverage: new Map() })).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

async function ownDatabaseOf(number: number): Promise<SimDatabase> {
  const { openDatabase: open }: typeof databaseModule = await import(
    /* @vite-ignore */ `${SUPPORT}/database.ts?mutant=${number}`
  )
  return open({ isNew: true })
}
