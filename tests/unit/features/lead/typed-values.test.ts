/** Conversions between typed texts and stored values: masks, money, percentages and dates. */
import { expect, test } from 'vitest'
import {
  birthDigits,
  birthValue,
  capitals,
  centsOf,
  formatBirthDate,
  formatMoney,
  formatYear,
  isUnfinishedDate,
  moneyDigits,
  percentOf,
  percentText,
  percentWords,
  phoneFormat,
} from '../../../../src/features/lead/form/typed-values.ts'

test.each([
  ['', '', null],
  ['5', '0,05', 5],
  ['123456', '1.234,56', 123_456],
  ['R$ 1.234,56', '1.234,56', 123_456],
  ['0001', '0,01', 1],
  ['99999999999999', '999.999.999,99', 99_999_999_999],
])('money typed as %j is shown as %j and stored as %j cents', (typed, shown, cents) => {
  expect(formatMoney(moneyDigits(typed))).toBe(shown)
  expect(centsOf(moneyDigits(typed))).toBe(cents)
})

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

test.each([
  ['31122019', '2019-12-31', '31/12/2019'],
  ['29022023', '29022023', '29/02/2023'],
  ['3112', '3112', '31/12'],
  ['', null, ''],
])('a birth date typed as %j is stored as %j and shown as %j', (typed, value, shown) => {
  expect(birthValue(typed)).toBe(value)
  expect(formatBirthDate(birthDigits(value))).toBe(shown)
})

test('a date that is not in the calendar counts as unfinished', () => {
  expect(isUnfinishedDate('29022023')).toBe(true)
  expect(isUnfinishedDate('2019-12-31')).toBe(false)
  expect(isUnfinishedDate(null)).toBe(false)
})

test('years are formatted with a slash, and plates in upper case', () => {
  expect(formatYear('20262027')).toBe('2026/2027')
  expect(formatYear('2026')).toBe('2026')
  expect(capitals(7)('abc-1d23x')).toBe('ABC1D23')
})
