/** The engine proves its own test: every mutant must fail within so many scenarios. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOLD } from './scenarios.ts'
import type * as databaseModule from './support/database.ts'
import { openDatabase, type SimDatabase } from './support/database.ts'
import { MUTANTS, outOfDate } from './support/mutants.ts'
import type * as storyModule from './support/scenario.ts'

const STORIES = Number(process.env.MUTANT_STORIES || 120)
/** Parts of names, to try some alone. */
const ONLY = (process.env.MUTANT ?? '').split('|')
const isWanted = (name: string) => ONLY.some((part) => name.includes(part))

/** Whole, so that the compiler of modules leaves it alone. */
const SUPPORT = `${import.meta.dirname}/support`

/** Mutants number `share`, `share + shares`, …: each file of tests has its own. */
export function catchShare(share: number, shares: number): void {
  let shared: SimDatabase
  beforeAll(async () => {
    shared = await openDatabase()
  }, 120_000)
  afterAll(() => shared.close())

  test('each mutant changes words that are in the product', () => expect(outOfDate()).toEqual([]))

  describe.skipIf(!MUTANTS.some(({ name }, n) => n % shares === share && isWanted(name)))('is caught', () => {
    MUTANTS.forEach(({ name, ownDatabase, scenario }, number) => {
      if (number % shares !== share || !isWanted(name)) return
      test(name, { timeout: 600_000 }, async () => {
        const { runScenario }: typeof storyModule = await import(
          /* @vite-ignore */ `${SUPPORT}/scenario.ts?mutant=${number}`
        )
        const database = ownDatabase === true ? await ownDatabaseOf(number) : shared
        const scenarios = [scenario, ...Array.from({ length: STORIES }, (_, place) => place + 1)]
        try {
          for (const seed of scenarios) {
            const caught = await runScenario({ seed, database, coverage: new Map() }).then(
              () => null,
              (error: unknown) => (error instanceof Error ? error.message : String(error)),
            )
            if (caught === null) continue
            // That only the mutant fails it say the scenarios themselves: without one all of these are told there.
            expect(seed).toBeLessThanOrEqual(TOLD)
            if (process.env.MUTANT_TRACE)
              process.stdout.write(`${name}: scenario ${seed}: ${caught.slice(0, 160)}\n`)
            return
          }
        } finally {
          if (ownDatabase === true) await database.close()
        }
        expect.fail(`the mutant lived through ${STORIES} scenarios`)
      })
    })
  })
}

async function ownDatabaseOf(number: number): Promise<SimDatabase> {
  const { openDatabase: open }: typeof databaseModule = await import(
    /* @vite-ignore */ `${SUPPORT}/database.ts?mutant=${number}`
  )
  return open()
}
