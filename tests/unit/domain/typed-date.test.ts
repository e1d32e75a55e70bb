/** Typed dates of the filter bar. */
import { expect, test } from 'vitest'
import { parseTypedDate } from '../../../src/domain/time/typed-date.ts'

test.each([
  ['13/11/2026', '2026-11-13'],
  ['01/11/2026', '2026-11-01'],
  ['13112026', '2026-11-13'],
  ['1/2/26', '2026-02-01'],
  [' 05-09-2026 ', '2026-09-05'],
  ['29/02/2028', '2028-02-29'],
])('%s is read with the day first as %s', (typed, day) => {
  expect(parseTypedDate(typed)).toBe(day)
})

test.each([
  '',
  '13/11',
  '13/11/20',
  '99/99/2026',
  '31/04/2026',
  '29/02/2026',
  '2026-11-13',
  'ontem',
  '0/1/2026',
])('%s is no complete date, or one with a two-digit year', (typed) => {
  expect(parseTypedDate(typed)).toBe(typed === '13/11/20' ? '2020-11-13' : null)
})
