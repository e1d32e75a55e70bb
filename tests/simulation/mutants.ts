/** Tests the simulation itself: every mutant must fail within MUTANT_SCENARIOS (120) scenarios. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_SCENARIOS } from './scenarios.ts'
import type * as databaseModule from './support/database.ts'
import { openDatabase, type SimDatabase } from './support/database.ts'
import { MUTANTS, outOfDate } from './support/mutants.ts'
import type * as scenarioModule from './support/scenario.ts'

const SCENARIOS = Number(process.env.MUTANT_SCENARIOS || 120)
/** MUTANT selects mutants by parts of their names, separated by '|'. */
const ONLY = (process.env.MUTANT ?? '').split('|')
const isWanted = (name: string) => ONLY.some((part) => name.includes(part))

/** An absolute path, so that Vite does not rewrite the dynamic imports. */
const SUPPORT = `${import.meta.dirname}/support`

/** Declares the tests of mutants number `share`, `share + shares`, …; each test file has its own share. */
export function catchShare(share: number, shares: number): void {
  let shared: SimDatabase
  beforeAll(async () => {
    shared = await openDatabase()
  }, 120_000)
  afterAll(() => shared.close())

  test('each mutant replaces a snippet that the product contains', () => expect(outOfDate()).toEqual([]))

  describe.skipIf(!MUTANTS.some(({ name }, n) => n % shares === share && isWanted(name)))(
    'a scenario fails if',
    () => {
      MUTANTS.forEach(({ name, ownDatabase, scenario }, number) => {
        if (number % shares !== share || !isWanted(name)) return
        test(name, { timeout: 600_000 }, async () => {
          const { runScenario }: typeof scenarioModule = await import(
            /* @vite-ignore */ `${SUPPORT}/scenario.ts?mutant=${number}`
          )
          const database = ownDatabase === true ? await ownDatabaseOf(number) : shared
          const scenarios = [scenario, ...Array.from({ length: SCENARIOS }, (_, place) => place + 1)]
          try {
            for (const seed of scenarios) {
              const caught = await runScenario({ seed, database, coverage: new Map() }).then(
                () => null,
                (error: unknown) => (error instanceof Error ? error.message : String(error)),
              )
              if (caught === null) continue
              // scenarios.ts runs these scenarios without a mutant, which proves that only the mutant fails them.
              expect(seed).toBeLessThanOrEqual(DEFAULT_SCENARIOS)
              if (process.env.MUTANT_TRACE)
                process.stdout.write(`${name}: scenario ${seed}: ${caught.slice(0, 160)}\n`)
              return
            }
          } finally {
            if (ownDatabase === true) await database.close()
          }
          expect.fail(`the mutant passed ${SCENARIOS} scenarios`)
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
