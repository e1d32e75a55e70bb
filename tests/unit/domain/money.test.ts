/** Money as it is typed and pasted. docs/rules.md#documents-phones-money */
import { describe, expect, test } from 'vitest'
import { formatMoney, readMoney } from '../../../src/domain/money/money.ts'
import { MONEY_TYPING } from '../../../src/domain/money/money-typing.ts'

test.each([
  ['1500', '1.500,00'],
  ['R$ 1.500', '1.500,00'],
  ['R$\u00a01.500,00', '1.500,00'],
  ['1.500', '1.500,00'],
  ['1.500,5', '1.500,50'],
  ['1,500.00', '1.500,00'],
  ['1500.00', '1.500,00'],
  ['1500.5', '1.500,50'],
  ['1500,00 ', '1.500,00'],
  ['1500,', '1.500,00'],
  ['1 500,00', '1.500,00'],
  ['1500 reais', '1.500,00'],
  ['BRL 1,500', '1.500,00'],
  ['1.234.567', '1.234.567,00'],
  ['1,234,567.89', '1.234.567,89'],
  ['1500.000', '1.500,00'],
  ['0,5', '0,50'],
  [',5', '0,50'],
  ['0.500', '0,50'],
  ['12,345.678', '12.345,68'],
  ['0', '0,00'],
  ['007', '7,00'],
  ['999.999.999,99', '999.999.999,99'],
])('%j is R$ %s', (text, amount) => {
  expect(formatMoney(readMoney(text) ?? Number.NaN)).toBe(amount)
})

test.each([
  '',
  ' ',
  '-',
  'R$',
  ',',
  '-1.500,00',
  'mil',
  '1500 e 20',
  '1.000.000.000',
  '12/11',
])('%j is no amount', (text) => {
  expect(readMoney(text)).toBeNull()
})

describe('a field of money', () => {
  const { clean, format, shape = String } = MONEY_TYPING
  /** Returns what the field shows after these keys; '<' deletes the last character. */
  const typed = (keys: string, from = '') => {
    let shown = from
    for (const key of keys)
      shown = shape(key === '<' ? shown.slice(0, -1) : shown + key, { before: shown, whole: false })
    return shown
  }

  test.each([
    ['1500', '1500', '1.500,00'],
    ['1500,5', '1500,5', '1.500,50'],
    ['1500,567', '1500,56', '1.500,56'],
    ['1500,5,5', '1500,55', '1.500,55'],
    ['1.500', '1.500', '1.500,00'],
    ['1.500.000,5', '1.500.000,5', '1.500.000,50'],
    ['1.5000', '15.000', '15.000,00'],
    ['1500.505', '1500.50', '1.500,50'],
    ['-5', '5', '5,00'],
    ['R$ 15', '15', '15,00'],
    ['1234567890', '123456789', '123.456.789,00'],
    ['', '', ''],
  ])('typed as %s it shows %s, and %s when it is left', (keys, shown, left) => {
    expect(typed(keys)).toBe(shown)
    expect(format(clean(typed(keys)))).toBe(left)
  })

  test('a stored amount that is corrected keeps its thousands', () => {
    expect(typed('<<<', '1.500,00')).toBe('1.500')
    expect(typed('<<<<', '1.500,00')).toBe('150')
    expect(typed('<<<<<<0', '1.500,00')).toBe('10')
    expect(typed('0', '1.500,00')).toBe('1.500,00')
    expect(typed('<', '1500.55')).toBe('1500.5')
  })

  test.each([
    ['1500', '', '1.500,00'],
    ['R$ 1.500', '', '1.500,00'],
    ['-1.500,00', '', ''],
    ['mil', '', ''],
    ['mil e 500', '12,00', '12,00'],
  ])('%j pasted over %j shows %j', (text, before, shown) => {
    expect(shape(text, { before, whole: true })).toBe(shown)
  })
})
