/** Runs a share of the scenarios, one a seed. `selection.ts` has the variables that select some of them. */
import { beforeAll, expect, test } from 'vitest'
import { oneAfterTheOther } from './support/alone.ts'
import { type SimDatabase, sharedDatabase } from './support/database.ts'
import { jointCoverage } from './support/joint-coverage.ts'
import { type Coverage, runScenario } from './support/scenario.ts'
import { isWhole, ONLY, scenariosOf } from './support/selection.ts'

const PART = 25
/**
 * A machine that does much beside takes a minute for a scenario. A scenario that works without end fails by its own
 * count of turns.
 */
const LONGEST_MS = 3_600_000

/** Files of a worker share the database. */
const alone = oneAfterTheOther()

/** Events that must occur at least once over all scenarios. */
const MUST_HAPPEN: readonly string[] = [
  'late request',
  'lost request',
  'lost answer',
  'doubled request',
  'captive portal',
  'broken answer',
  'bad gateway',
  'server error',
  'busy',
  'death',
  'server died',
  'server restart',
  'overruled unheard',
  'cut in two',
  'scope there and back',
  'poked',
  'command that its lead does not allow is not queued',
  'wrong value of a client is not queued',
  'sign out that keeps the queue',
  'sign out that drops the queue',
  'scope changed',
  'role changed',
  'access to all dealerships changed',
  'channels of a team changed',
  'refused at the next request',
  'settings changed',
  'status flow changed',
  'rules of commands changed',
  'captured right after a change of the rules',
  'user inactive for a while',
  'work under another scope',
  'lead changed before a pull',
  'lead added before a pull',
  'lead removed before a pull',
  'client changed before a pull',
  'scope changed before a pull',
  'settings changed before a pull',
  'a change pulled from memory',
  'a process restarted with a cold feed',
  'a process restarted with a filled feed',
  'a process hears not the next',
  'a process hears none',
  'cursor of another user',
  'another cluster',
  'database restored',
  'restored in place',
  'restored without applied commands',
  'session ended',
  'session grew old',
  'session found dead by a screen',
  'session found revoked by a screen',
  'clock jump',
  'full disk',
  'full disk within a cycle',
  'command on a full disk',
  'partial page',
  'removed',
  'reset',
  'applied',
  'conflict',
  'rejected',
  'blocked',
  'retry',
  'replace',
  'creation sent again changed',
  'discard',
  'discard all',
  'discard of what waits',
  'creation discarded',
  'mine',
  'theirs',
  'creation for a known client',
  'client known under another uid',
  'stored rows on the screen',
  'stored rows on the board',
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
  'clients merged',
  'client erased',
  'client erased before a pull',
  'erased during a pull',
  'work queued for a client that is erased',
  'merge undone',
  'group',
  'group refused',
  'group taken back',
  'group taken from the queue',
  'a tablet dies within a group',
  'server dies within a group',
  'another person',
  'another person unasked',
  'another name',
  'another name unasked',
  'another document',
  'code of a creation',
  'a code is not read',
  'received by hand',
  'killed while it receives',
  'the giver sends first',
  'the receiver sends first',
  'restored between two pushes',
  'sign out between two pushes',
  'a device is erased between two pushes',
  'limits of the law sent twice',
  'lead.beginObligation by hand',
  'lead.fulfilObligation by hand',
  'lead.dismissObligation by hand',
]

/** Declares the tests of a share of the scenarios; each test file has its own share. */
export function runShare(share: number, shares: number): void {
  let database: SimDatabase
  const coverage: Coverage = new Map()
  beforeAll(async () => {
    database = await sharedDatabase()
  }, LONGEST_MS)

  const seeds = scenariosOf(share, shares)
  const only = ONLY
  if (only !== null) {
    test.runIf(seeds.length > 0)(
      `scenario ${only}`,
      async () => {
        await runScenario({
          seed: only,
          database,
          coverage,
          trace: (line) => process.stdout.write(`${line}\n`),
        })
      },
      LONGEST_MS,
    )
    return
  }
  for (let first = 0; first < seeds.length; first += PART) {
    const part = seeds.slice(first, first + PART)
    const range = `scenarios ${part[0]} to ${part.at(-1)}`
    const title = `nothing is lost, doubled, reordered or shown to the wrong user in ${range}`
    test(title, { timeout: LONGEST_MS }, async ({ signal }) => {
      for (const seed of part) {
        signal.throwIfAborted()
        await alone(() => runScenario({ seed, database, coverage })).catch((error: unknown) => {
          const message = error instanceof Error ? error.message : String(error)
          // Vitest reports the failures of a long run only at its end, so the first line is written now.
          process.stderr.write(`scenario ${seed}: ${message.split('\n')[0]}\n`)
          throw new Error(`scenario ${seed}: ${message}\nreplay: npm run test:sync -- --seed ${seed}`, {
            cause: error,
          })
        })
      }
    })
  }
  // A selection of scenarios need not cover everything.
  test.skipIf(!isWhole)(
    'the scenarios of all files cover every kind of fault and every decision',
    { timeout: LONGEST_MS },
    async () => {
      const happened = await jointCoverage(coverage, { share, shares })
      // The file that ends last checks the events of all.
      if (happened === null) return
      expect(MUST_HAPPEN.filter((what) => !happened.has(what))).toEqual([])
    },
  )
}
