/** Days as they are typed, pasted and imported. docs/rules.md#dates-and-times */
import { describe, expect, test } from 'vitest'
import { dayOfDigits, dayTyping, digitsOfDay, isUnfinishedDay } from '../../../src/domain/time/day-typing.ts'
import { readDay } from '../../../src/domain/time/typed-date.ts'
import { parseTypedMoment } from '../../../src/domain/time/typed-moment.ts'

const TODAY = '2026-11-18'
const NOW = () => Date.parse('2026-11-18T12:00:00Z')

describe('a day', () => {
  test.each([
    ['13/11/2026', '2026-11-13'],
    ['13112026', '2026-11-13'],
    ['2/11/1985', '1985-11-02'],
    ['2-11-1985', '1985-11-02'],
    ['2.11.1985', '1985-11-02'],
    ['02111985', '1985-11-02'],
    ['1985-11-02', '1985-11-02'],
    ['1985/11/2', '1985-11-02'],
    ['19851102', '1985-11-02'],
    ['20102011', '2011-10-20'],
    ['1985-11-02T10:30', '1985-11-02'],
    ['1985-11-02 10:30:15', '1985-11-02'],
    ['1985-11-02T00:00:00.000Z', '1985-11-02'],
    ['1985-11-02T01:30:00Z', '1985-11-01'],
    ['1985-11-02 01:30:00 UTC', '1985-11-01'],
    ['02/11/1985 01:30:00 -0100', '1985-11-01'],
    ['2026-11-02T23:59:59-03:00', '2026-11-02'],
    ['02/11/1985 14:05', '1985-11-02'],
    ['02/11/1985, 14h', '1985-11-02'],
    ['02/11/1985 (sábado)', '1985-11-02'],
    ['02/11/1985 - sábado', '1985-11-02'],
    [' 02 / 11 / 1985 ', '1985-11-02'],
    ['\u00a002 11 1985\n', '1985-11-02'],
    ['29/02/2028', '2028-02-29'],
  ])('%j is %s', (text, day) => {
    expect(readDay(text, TODAY)).toBe(day)
  })

  test.each([
    '',
    '-',
    '13/11',
    '31/02/2024',
    '29/02/2026',
    '31/04/2026',
    '99/99/2026',
    '11/24/2026',
    '0/1/2026',
    '2026-13-01',
    '01/02/2026 a 03/02/2026',
    '11987654321',
    'ontem',
    '10/10/2026 5',
    '2026-11-01 01:30 EST',
  ])('%j is none', (text) => {
    expect(readDay(text, TODAY)).toBeNull()
  })

  test('a text that is longer than any day is none, and is not searched', () => {
    expect(readDay(`10/10/2026${' '.repeat(100)}x`, TODAY)).toBeNull()
    expect(parseTypedMoment(`10/10/2026${' '.repeat(100)}9h`, `${TODAY} 12:00`)).toBeNull()
    expect(readDay(`${' '.repeat(100)}10/10/2026${' '.repeat(100)}`, TODAY)).toBe('2026-10-10')
  })

  test.each([
    ['02/11/85', '1985-11-02', '1985-11-02'],
    ['021185', '1985-11-02', '1985-11-02'],
    ['18/11/26', '2026-11-18', '2026-11-18'],
    ['19/11/26', '1926-11-19', '2026-11-19'],
    ['1/2/27', '1927-02-01', '2027-02-01'],
    ['13/11/20', '2020-11-13', '2020-11-13'],
    ['31/12/70', '1970-12-31', '2070-12-31'],
    ['29/02/00', '2000-02-29', '2000-02-29'],
    ['31/02/24', null, null],
  ])('%s is %s of a birth, and %s of an expiry', (text, past, near) => {
    expect(readDay(text, TODAY, 'past')).toBe(past)
    expect(readDay(text, TODAY, 'near')).toBe(near)
  })
})

describe('a day under its mask', () => {
  const { clean, format, shape = String } = dayTyping('past', NOW)
  /** Returns what the field shows after these keys. */
  const typed = (keys: string) => {
    let shown = ''
    for (const key of keys) shown = shape(shown + key, { before: shown, whole: false })
    return shown
  }

  test.each([
    ['02111985', '02/11/1985', '1985-11-02'],
    ['2/11/1985', '02/11/1985', '1985-11-02'],
    ['2-1-1985', '02/01/1985', '1985-01-02'],
    ['02/11/1985', '02/11/1985', '1985-11-02'],
    ['02/11/85', '02/11/85', '1985-11-02'],
    ['29022023', '29/02/2023', '29022023'],
    ['3112', '31/12', '3112'],
    ['021119850', '02/11/1985', '1985-11-02'],
  ])('typed as %s it shows %s and is %s', (keys, shown, value) => {
    expect(typed(keys)).toBe(shown)
    expect(dayOfDigits(clean(typed(keys)))).toBe(value)
  })

  test.each([
    ['1985-11-02', '02/11/1985'],
    ['2/11/1985', '02/11/1985'],
    [' 2.11.85 ', '02/11/1985'],
    ['2/1', '02/1'],
    ['31/02/2024', '31/02/2024'],
    ['abc', ''],
  ])('pasted as %j it shows %s', (text, shown) => {
    expect(shape(text, { before: '', whole: true })).toBe(shown)
  })

  test('a digit that is deleted or replaced moves no other one to another place', () => {
    expect(shape('2/11/1985', { before: '02/11/1985', whole: false })).toBe('21/11/985')
    expect(shape('121/11/985', { before: '21/11/985', whole: false })).toBe('12/11/1985')
  })

  test.each([
    ['2019-12-31', '31/12/2019', false],
    ['29022023', '29/02/2023', true],
    ['3112', '31/12', true],
    [null, '', false],
  ])('the stored value %s is shown as %s', (value, shown, unfinished) => {
    expect(format(digitsOfDay(value))).toBe(shown)
    expect(isUnfinishedDay(value)).toBe(unfinished)
  })
})
