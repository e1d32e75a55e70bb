/** A percentage as it is typed and pasted: docs/rules.md#documents-phones-money */
import { expect, test } from 'vitest'
import { PERCENT_TYPING } from '../../../src/domain/money/percent-typing.ts'

const typed = (text: string) => PERCENT_TYPING.shape?.(text, { before: '', whole: false }) ?? ''

test.each([
  ['10', '10', '10'],
  ['100', '100', '100'],
  ['150', '100', '100'],
  ['7,5', '7,5', '7.5'],
  ['12,', '12,', '12'],
  ['12,556', '12,55', '12.55'],
  ['100,5', '100', '100'],
  ['1005', '100', '100'],
  ['007', '7', '7'],
  ['7.5', '7,5', '7.5'],
  [',5', '0,5', '0.5'],
  ['-3', '3', '3'],
  ['', '', ''],
])('typed as %j it is shown as %j and is %j', (text, shown, value) => {
  expect(typed(text)).toBe(shown)
  expect(PERCENT_TYPING.clean(typed(text))).toBe(value)
})

test('it is shown with a decimal comma', () => {
  expect(PERCENT_TYPING.format('7.5')).toBe('7,5')
  expect(PERCENT_TYPING.format('')).toBe('')
})

test.each([
  ['15%', '15'],
  ['comissão 15%', '15'],
  ['Comissão: 7,5 %', '7.5'],
  ['12.25', '12.25'],
  ['0,5%', '0.5'],
])('pasted as %j it is %j', (text, value) => {
  expect(PERCENT_TYPING.find?.(text)).toEqual({ kind: 'found', value })
})

test.each([
  '15% + 2%',
  '15 a 20',
  'R$ 1.234,56',
  '-5',
  '150',
  '12,556',
  'quinze',
  '1.234,5',
  '15%-20%',
])('pasted as %j it is none, and that is said', (text) => {
  expect(PERCENT_TYPING.find?.(text)).toMatchObject({ kind: 'none' })
})
