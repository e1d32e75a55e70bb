/**
 * Tests the simulation itself: a scenario of the core must fail for every mutant, its own first. MUTANT_SEARCH=1 tries
 * MUTANT_SCENARIOS (120) more, and prints the first that fails.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inSlice, isSliced } from '../support/slice.ts'
import { DEFAULT_SCENARIOS } from './scenarios.ts'
import type * as databaseModule from './support/database.ts'
import { openDatabase, type SimDatabase } from './support/database.ts'
import { MUTANTS, outOfDate } from './support/mutants.ts'
import type * as scenarioModule from './support/scenario.ts'

/** Scenarios that every run has. Uids of rows are not from the seed, so a mutant may now and then pass its own scenario. */
const CORE = [...new Set(MUTANTS.map(({ scenario }) => scenario))].toSorted((one, other) => one - other)
const SEARCHED = process.env.MUTANT_SEARCH ? Number(process.env.MUTANT_SCENARIOS || 120) : 0
/** MUTANT selects mutants by parts of their names, separated by '|'. */
const ONLY = (process.env.MUTANT ?? '').split('|')
const isWanted = (name: string, number: number) => inSlice(number) && ONLY.some((part) => name.includes(part))

/** An absolute path, so that Vite does not rewrite the dynamic imports. */
const SUPPORT = `${import.meta.dirname}/support`

/** The numbers of a slice may all be even, so its quotient decides. */
const shareOf = (number: number, shares: number) => (isSliced ? Math.floor(number / 6) : number) % shares

/** Declares the tests of mutants number `share`, `share + shares`, …; each test file has its own share. */
export function catchShare(share: number, shares: number): void {
  let shared: SimDatabase
  beforeAll(async () => {
    shared = await openDatabase()
  }, 120_000)
  afterAll(() => shared.close())

  test('each mutant replaces a snippet that the product contains', () => expect(outOfDate()).toEqual([]))

  describe.skipIf(!MUTANTS.some(({ name }, n) => shareOf(n, shares) === share && isWanted(name, n)))(
    'a scenario fails if',
    () => {
      MUTANTS.forEach(({ name, ownDatabase, scenario }, number) => {
        if (shareOf(number, shares) !== share || !isWanted(name, number)) return
        test(name, { timeout: 600_000 }, async () => {
          const { runScenario }: typeof scenarioModule = await import(
            /* @vite-ignore */ `${SUPPORT}/scenario.ts?mutant=${number}`
          )
          const database = ownDatabase === true ? await ownDatabaseOf(number) : shared
          const scenarios = [scenario, ...CORE, ...Array.from({ length: SEARCHED }, (_, place) => place + 1)]
          try {
            for (const seed of scenarios) {
              const caught = await runScenario({ seed, database, coverage: new Map() }).then(
                () => null,
                (error: unknown) => (error instanceof Error ? error.message : String(error)),
              )
              if (caught === null) continue
              // scenarios.ts runs these scenarios without a mutant, which proves that only the mutant fails them.
              expect(seed).toBeLessThanOrEqual(DEFAULT_SCENARIOS)
              if (process.env.MUTANT_SEARCH)
                process.stdout.write(`${name}: scenario ${seed}: ${caught.slice(0, 160)}\n`)
              return
            }
          } finally {
            if (ownDatabase === true) await database.close()
          }
          expect.fail('no scenario of the core fails; MUTANT_SEARCH=1 looks for another')
        })
      })
    },
  )
}

async function ownDatabaseOf(number: number): Promise<SimDatabase> {
  const { openDatabase: open }: typeof databaseModule = await import(
    /* @vite-ignore */ `${SUPPORT}/database.ts?mutant=${number}`
  )
  return open()
}
