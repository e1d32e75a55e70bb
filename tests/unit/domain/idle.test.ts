import { expect, test } from 'vitest'
import { isIdle } from '../../../src/domain/session/idle.ts'

const AT = Date.parse('2026-03-02T12:00:00Z')
const after = (ms: number) => isIdle({ lastUseMs: AT, nowMs: AT + ms, minutes: 10 })

test.each([
  ['at once', 0, false],
  ['a moment before', 10 * 60_000 - 1, false],
  ['after ten minutes', 10 * 60_000, true],
  ['after a night', 9 * 3_600_000, true],
  ['with a clock that was corrected by seconds', -30_000, false],
  ['with a clock that was set back', -120_000, true],
])('%s', (_when, ms, idle) => {
  expect(after(ms)).toBe(idle)
})

test('a device without a last use is locked', () => {
  expect(isIdle({ lastUseMs: null, nowMs: AT, minutes: 10 })).toBe(true)
  expect(isIdle({ lastUseMs: Number.NaN, nowMs: AT, minutes: 10 })).toBe(true)
})
