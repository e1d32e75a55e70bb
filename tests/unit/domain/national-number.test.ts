/** Phones as people write them: docs/rules.md#documents-phones-money. */
import { describe, expect, it } from 'vitest'
import { nationalNumber, phonesIn, typedPhone } from '../../../src/domain/phone/national-number.ts'
import { formatPhone, isPhone } from '../../../src/domain/phone/phone.ts'

describe('a phone is read', () => {
  it.each([
    ['(31) 98888-7777', '31988887777'],
    ['+55 (31) 98888-7777', '31988887777'],
    ['+5531988887777', '31988887777'],
    ['5531988887777', '31988887777'],
    ['0055 31 98888 7777', '31988887777'],
    ['+55 031 98888-7777', '31988887777'],
    ['031 98888-7777', '31988887777'],
    ['(031) 3344-5566', '3133445566'],
    ['0xx31 3344-5566', '3133445566'],
    ['(0XX31) 98888-7777', '31988887777'],
    ['0 15 31 98888-7777', '31988887777'],
    ['015 31 3344-5566', '3133445566'],
    ['021 11 98765-4321', '11987654321'],
    ['(31) 3344-5566 ramal 12', '3133445566'],
    ['31 3344 5566 r. 204', '3133445566'],
    ['(55) 99999-8888', '55999998888'],
    ['+55 55 99999-8888', '55999998888'],
    ['+55 99 99999-8888', '99999998888'],
    ['+55 99 3521-1234', '9935211234'],
  ])('%s as %s', (text, digits) => {
    expect(nationalNumber(text)).toBe(digits)
    expect(isPhone(digits)).toBe(true)
    expect(typedPhone(text)).toBe(digits)
  })

  it.each([
    '+1 415 555 2671',
    '+351 912 345 678',
    '00 44 20 7946 0958',
    '31 888877777',
    '3188887777766',
  ])('%s as none', (text) => {
    expect(isPhone(nationalNumber(text))).toBe(false)
    expect(isPhone(typedPhone(text))).toBe(false)
  })

  it('twice in one text', () => {
    expect(phonesIn('(31) 98888-7777 / (31) 3344-5566')).toEqual(['31988887777', '3133445566'])
    expect(phonesIn('31988887777 ou 3133445566')).toEqual(['31988887777', '3133445566'])
    expect(typedPhone('(31) 98888-7777 / (31) 3344-5566')).toBe('31988887777')
  })
})

describe('typed key by key', () => {
  /** What a masked field has after these keys. */
  const typed = (keys: string, format: (value: string) => string) =>
    Array.from(keys).reduce((value, key) => typedPhone(format(value) + key), '')

  it.each([
    ['31988887777', '31988887777'],
    ['+5531988887777', '31988887777'],
    ['031988887777', '31988887777'],
    ['3133445566', '3133445566'],
    ['55999998888', '55999998888'],
    // One key too many.
    ['559999988881', '55999998888'],
    ['559935211234', '55993521123'],
    ['319888877779', '31988887777'],
  ])('%s is %s, with a mask and without', (keys, digits) => {
    expect(typed(keys, formatPhone)).toBe(digits)
    expect(typed(keys, (value) => value)).toBe(digits)
  })
})
