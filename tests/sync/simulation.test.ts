/**
 * Two hundred scenarios of bad luck, each from its seed: requests and answers lost or doubled, a server that fails, a
 * captive portal, dead sessions, full disks, clocks that jump, restored databases, and a device that dies between any
 * two writes. After every step the oracle asks whether all promises hold, screen and board whether they show what is
 * stored; at the end whether nothing was lost.
 * Not exercised here: two engines at once (lock.test.ts), the event stream (engine.test.ts), a real browser's
 * durability (tests/e2e).
 */
import { expect, test } from 'vitest'
import { FAULTS } from './support/network.ts'
import { type Coverage, runScenario } from './support/scenario.ts'

const SEEDS = 200
const PART = 25
const coverage: Coverage = new Map()

for (let first = 1; first <= SEEDS; first += PART)
  test(`every command is carried out once, in order, and nothing is lost: scenarios ${first} to ${first + PART - 1}`, async () => {
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
  'creation given up',
  'attach',
]

test('the scenarios exercised every kind of bad luck and every decision', () => {
  expect(MUST_HAPPEN.filter((what) => (coverage.get(what) ?? 0) === 0)).toEqual([])
})
