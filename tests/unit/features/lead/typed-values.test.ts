/** Conversions between typed texts and stored values: masks. */
import { expect, test } from 'vitest'
import { capitals, formatYear, phoneFormat } from '../../../../src/features/lead/form/typed-values.ts'

test.each([
  [4, '3133334444', '(31)3333-4444'],
  [7, '31999998888', '(31)99999-8888'],
  [5, '31', '(31'],
  [4, '', ''],
  [3, '31999998888', '31999998888'],
  [1, '3133334444', '3133334444'],
] as const)('role %i sees the phone %j as %j', (role, phone, shown) => {
  expect(phoneFormat(role)(phone)).toBe(shown)
})

test('years are formatted with a slash, and plates in upper case', () => {
  expect(formatYear('20262027')).toBe('2026/2027')
  expect(formatYear('2026')).toBe('2026')
  expect(capitals(7)('abc-1d23x')).toBe('ABC1D23')
})
