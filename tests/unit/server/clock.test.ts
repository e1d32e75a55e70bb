/** When a clock is doubted: docs/rules.md#clock */
import { describe, expect, test } from 'vitest'
import { judgeClock, type Remembered } from '../../../server/base/clock/judge.ts'
import { LoginAttempts } from '../../../server/session/login-attempts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'

const T = Date.parse('2026-11-28T12:00:00Z')

interface Case {
  readonly what: string
  /** Of the clock, against what is remembered. */
  readonly gone: number
  readonly elapsed?: number
  readonly doubted?: Remembered['doubted']
  /** Of the database's clock. */
  readonly apart?: number
  readonly kind: 'trusted' | 'ahead' | 'behind' | 'apart'
}

const CASES: readonly Case[] = [
  { what: 'a minute later', gone: MINUTE_MS, elapsed: MINUTE_MS, kind: 'trusted' },
  { what: 'a database that was away for a day', gone: DAY_MS, elapsed: DAY_MS, kind: 'trusted' },
  { what: 'a small correction back', gone: -20 * MINUTE_MS, elapsed: MINUTE_MS, kind: 'trusted' },
  { what: 'two hours ahead in a minute', gone: 2 * HOUR_MS, elapsed: MINUTE_MS, kind: 'ahead' },
  { what: 'a machine that was switched off for five days', gone: 5 * DAY_MS, kind: 'trusted' },
  { what: 'one that was off for 400 days, or is 400 days ahead', gone: 400 * DAY_MS, kind: 'ahead' },
  { what: 'two hours back', gone: -2 * HOUR_MS, kind: 'behind' },
  { what: 'a start without a battery', gone: -20_000 * DAY_MS, kind: 'behind' },
  { what: 'a restart of a clock that is ahead', gone: 2 * DAY_MS, doubted: 'ahead', kind: 'ahead' },
  { what: 'that clock set right', gone: 10 * MINUTE_MS, doubted: 'ahead', kind: 'trusted' },
  {
    what: 'that clock set right after a day',
    gone: DAY_MS,
    elapsed: DAY_MS,
    doubted: 'ahead',
    kind: 'trusted',
  },
  { what: 'a clock that was behind, set right', gone: 2 * DAY_MS, doubted: 'behind', kind: 'trusted' },
  { what: 'a time that has caught up', gone: -30 * MINUTE_MS, doubted: 'behind', kind: 'trusted' },
  { what: 'a database that says otherwise', gone: MINUTE_MS, apart: 2 * HOUR_MS, kind: 'apart' },
  { what: 'a database that says nearly the same', gone: MINUTE_MS, apart: 30 * MINUTE_MS, kind: 'trusted' },
]

test.each(CASES)('$what: $kind', ({ gone, elapsed = null, doubted = null, apart, kind }) => {
  const nowMs = T + gone
  const verdict = judgeClock({
    nowMs,
    remembered: { atMs: T, elapsedMs: elapsed, doubted },
    databaseMs: apart === undefined ? null : nowMs - apart,
  })
  expect(verdict.kind).toBe(kind)
})

test('where nothing is remembered, any clock is trusted', () => {
  expect(judgeClock({ nowMs: T, remembered: null, databaseMs: null }).kind).toBe('trusted')
})

describe('tries at a password, after the clock was set back', () => {
  test('nobody waits for the failures of the future', () => {
    const attempts = new LoginAttempts()
    const caller = { login: 'bruna', address: '203.0.113.7', knownDevice: null }
    for (let tries = 0; tries < 40; tries++) attempts.begin(caller, T + 400 * DAY_MS)
    expect(attempts.begin(caller, T + 400 * DAY_MS).waitSeconds).toBeGreaterThan(0)
    expect(attempts.begin(caller, T).waitSeconds).toBe(0)
  })
})
