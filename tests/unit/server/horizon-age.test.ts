import { expect, test } from 'vitest'
import { HorizonAge } from '../../../server/feed/horizon-age.ts'

test('the horizon is as old as the sample that showed its transaction first', () => {
  const age = new HorizonAge()
  const at = (horizon: number, next: number, seconds: number) => {
    age.note({ horizon, next }, 10_000 + seconds * 1000)
    return age.seconds
  }
  expect(at(100, 100, 0)).toBe(0)
  // Transaction 100 is open from here on.
  expect(at(100, 101, 1)).toBe(0)
  expect(at(100, 140, 3)).toBe(2)
  expect(at(100, 180, 9)).toBe(8)
  // 100 has ended, and 150 holds the horizon: it began after the second sample.
  expect(at(150, 190, 10)).toBe(1)
  expect(at(190, 190, 11)).toBe(0)
})
