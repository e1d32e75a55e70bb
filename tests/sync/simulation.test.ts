/**
 * Two hundred scenarios with faults, one a seed: lost or doubled requests and answers, server errors, captive portals,
 * dead sessions, full disks, clock jumps, restored databases, and a device that dies between any two writes. After each
 * step the oracle checks all guarantees, and that screen and board show the stored rows. At the end it checks that no
 * command was lost. Other tests cover two engines at once (lock.test.ts), the event stream (engine.test.ts) and the
 * durability of a real browser (tests/e2e).
 */
import { expect, test } from 'vitest'
import { FAULTS } from './support/network.ts'
import { type Coverage, runScenario } from './support/scenario.ts'

const SEEDS = 200
const PART = 25
const coverage: Coverage = new Map()

for (let first = 1; first <= SEEDS; first += PART)
  test(`every command is applied once and in order in scenarios ${first} to ${first + PART - 1}`, async () => {
    for (let seed = first; seed < first + PART; seed++)
      await runScenario(seed, coverage).catch((error: unknown) => {
        throw new Error(`scenario ${seed} fails`, { cause: error })
      })
  }, 120_000)

const MUST_HAPPEN = [
  ...FAULTS,
  'death',
  'full disk',
  'restore',
  'reset',
  'clock jump',
  'applied',
  'conflict',
  'rejected',
  'blocked',
  'retry',
  'discard',
  'discard all',
  'discard of what waits',
  'replace',
  'mine',
  'theirs',
  'create',
  'create for a known client',
  'creation sent again changed',
  'creation discarded',
  'attach',
]

test('the scenarios cover every kind of fault and every decision', () => {
  expect(MUST_HAPPEN.filter((what) => (coverage.get(what) ?? 0) === 0)).toEqual([])
})
