/** How long the password of a protected device waits. docs/rules.md#protected-devices */
import { expect, test } from 'vitest'
import { tooManyTriesWords, unlockWaitMs } from '../../../src/domain/session/unlock-tries.ts'

const NOW = Date.parse('2026-11-27T12:00:00Z')

test.each([
  [1, 0],
  [4, 0],
  [5, 30],
  [6, 60],
  [7, 120],
  [10, 900],
  [2000, 900],
])('after %i wrong passwords the next waits %i seconds', (wrong, seconds) => {
  expect(unlockWaitMs({ wrong, at: NOW }, NOW)).toBe(seconds * 1000)
})

test('without a wrong one nothing waits, and a wait ends', () => {
  expect(unlockWaitMs(undefined, NOW)).toBe(0)
  expect(unlockWaitMs({ wrong: 5, at: NOW - 29_000 }, NOW)).toBe(1000)
  expect(unlockWaitMs({ wrong: 5, at: NOW - 30_000 }, NOW)).toBe(0)
})

test('a clock that was set back neither ends the wait nor makes it longer than it was', () => {
  expect(unlockWaitMs({ wrong: 5, at: NOW + 86_400_000 }, NOW)).toBe(30_000)
})

test.each([
  [1, '1 segundo'],
  [30, '30 segundos'],
  [61, '2 minutos'],
  [900, '15 minutos'],
])('%i seconds in words', (seconds, words) => {
  expect(tooManyTriesWords(seconds)).toBe(`Muitas senhas erradas. Tente de novo em ${words}.`)
})
