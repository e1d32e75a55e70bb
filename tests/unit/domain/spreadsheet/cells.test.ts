/** Documents and phones as spreadsheets write them. */
import { describe, expect, test } from 'vitest'
import { type Cell, documentOf, phonesOf, textOf } from '../../../../src/domain/spreadsheet/cells.ts'

describe('a document', () => {
  const CASES: readonly (readonly [Cell, string | null])[] = [
    ['529.982.247-25', '52998224725'],
    [52_998_224_725, '52998224725'],
    // Excel drops the zeros before a number.
    [1_234_567_890, '01234567890'],
    ['1234567890', '01234567890'],
    ['11.222.333/0001-81', '11222333000181'],
    [1_234_567_000_195, '01234567000195'],
    [191, null],
    ['529.982.247-26', null],
    ['abc', null],
    ['', ''],
    [null, ''],
  ]
  test.each(CASES)('%s is %s', (cell, document) => expect(documentOf(cell)).toBe(document))
})

describe('phones', () => {
  const CASES: readonly (readonly [readonly Cell[], object])[] = [
    [['(31) 98888-7777', '(31) 3344-5566'], { cellphone: '31988887777', phone: '3133445566', invalid: 0 }],
    // The columns are swapped, or one has both.
    [['3133445566', '31988887777'], { cellphone: '31988887777', phone: '3133445566', invalid: 0 }],
    [['31988887777 / 3133445566', null], { cellphone: '31988887777', phone: '3133445566', invalid: 0 }],
    [['+55 31 98888-7777', ''], { cellphone: '31988887777', phone: '', invalid: 0 }],
    [['031 98888-7777', null], { cellphone: '31988887777', phone: '', invalid: 0 }],
    [[31_988_887_777, 31_977_776_666], { cellphone: '31988887777', phone: '31977776666', invalid: 0 }],
    [['31988887777', '31988887777'], { cellphone: '31988887777', phone: '', invalid: 0 }],
    [['98888-7777', 'não tem'], { cellphone: '', phone: '', invalid: 1 }],
    [[null, null], { cellphone: '', phone: '', invalid: 0 }],
  ]
  test.each(CASES)('%j', (cells, phones) => expect(phonesOf(cells)).toEqual(phones))
})

test('text is one line without signs that no column takes', () => {
  expect(textOf(' Ana\n\tLima\u0000 \ud800')).toBe('Ana Lima \ufffd')
  expect(textOf(12_345_678_901_234)).toBe('12345678901234')
})
