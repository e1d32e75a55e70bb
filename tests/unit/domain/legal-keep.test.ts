/** How long the law keeps the papers of a sale: docs/rules.md#legal-keep */
import { expect, test } from 'vitest'
import { keptUntil } from '../../../src/domain/client/legal-keep.ts'
import { settings } from './fixtures.ts'

const sale = { sold_on: '2026-03-05', valid_until: '2027-03-04', persons: false }

test.each([
  ['five years after the end of a policy of goods', sale, '2032-03-04'],
  ['twenty for persons', { ...sale, persons: true }, '2047-03-04'],
  ['the longer time where the insurance is not known', { ...sale, persons: null }, '2047-03-04'],
  ['a sale without the end of its policy counts as a year', { ...sale, valid_until: null }, '2032-03-05'],
  ['an end before the sale is a slip', { ...sale, valid_until: '2020-01-01' }, '2031-03-05'],
  ['a leap day becomes the last of February', { ...sale, valid_until: '2028-02-29' }, '2033-02-28'],
] as const)('%s', (_, given, until) => {
  expect(keptUntil(given, settings)).toBe(until)
})

test('the settings decide, and 0 keeps nothing', () => {
  const years = { legal_keep_goods_years: 7, legal_keep_persons_years: 0 }
  expect(keptUntil(sale, years)).toBe('2034-03-04')
  expect(keptUntil({ ...sale, persons: true }, years)).toBeNull()
})
