/** The end of a number by which a client is found. docs/rules.md#filters */
import { expect, it } from 'vitest'
import { phoneEnds } from '../../../src/domain/phone/phone.ts'

it.each([
  ['6650', ['6650']],
  ['98877-6650', ['988776650']],
  ['+55 (31) 98877-6650', ['31988776650']],
  ['031 98877-6650', ['31988776650']],
  // Written before the ninth digit.
  ['(31) 8877-6650', ['3188776650', '31988776650']],
  // A telephone at home has none.
  ['(31) 3344-6650', ['3133446650']],
  ['650', []],
  ['', []],
])('a search for ‘%s’ finds the numbers that end with it', (typed, ends) => {
  expect(phoneEnds(typed)).toEqual(ends)
})
