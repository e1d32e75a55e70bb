/** Conversions between typed texts and stored values: masks and percentages. */
import { expect, test } from 'vitest'
import {
  capitals,
  formatYear,
  percentOf,
  percentText,
  percentWords,
  phoneFormat,
} from '../../../../src/features/lead/form/typed-values.ts'

test.each([
  ['10', '10', 10],
  ['100', '100', 100],
  ['150', '100', 100],
  ['999', '100', 100],
  ['7,5', '7,5', 7.5],
  ['12,5', '12,5', 12.5],
  ['12,', '12,', 12],
  ['12,556', '12,55', 12.55],
  ['100,5', '100', 100],
  ['1005', '100', 100],
  ['007', '7', 7],
  ['7.5', '7,5', 7.5],
  [',5', '0,5', 0.5],
  ['-3', '3', 3],
  ['', '', null],
])('a percentage typed as %j is shown as %j and stored as %j', (typed, shown, value) => {
  expect(percentText(typed)).toBe(shown)
  expect(percentOf(percentText(typed))).toBe(value)
})

test('a percentage is shown with a decimal comma', () => {
  expect(percentWords(7.5)).toBe('7,5')
  expect(percentWords(null)).toBe('')
})

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
