import { expect, it } from 'vitest'
import { centsOfDecimal } from '../../../src/domain/lead/sale-value.ts'

it.each([
  ['1234.56', 123_456],
  ['1234.5', 123_450],
  ['1234', 123_400],
  ['0.07', 7],
  ['10.10', 1010],
  ['10.500', 1050],
  ['1.234,56', null],
  ['10.555', null],
  ['-1', null],
  ['', null],
])('the plain decimal %s is %s cents', (decimal, cents) => {
  expect(centsOfDecimal(decimal)).toBe(cents)
})
