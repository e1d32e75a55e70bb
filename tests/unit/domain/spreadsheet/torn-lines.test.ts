/** Lines whose cells are not those of the headers, and amounts that their column explains. docs/rules.md#spreadsheets */
import { describe, expect, test } from 'vitest'
import { recognisedOf } from '../../../../src/domain/imports/lists.ts'
import { amountSigns, centsInColumn } from '../../../../src/domain/spreadsheet/amount-signs.ts'
import { readSeparated } from '../../../../src/domain/spreadsheet/separated.ts'
import { readTable } from '../../../../src/domain/spreadsheet/table.ts'
import { cpuMsOf } from '../../../support/cpu-ms.ts'
import { decode } from './decode.ts'

const tableOf = (...lines: readonly string[]) =>
  readTable({
    bytes: new TextEncoder().encode(lines.join('\n')),
    decode,
    sheet: null,
    score: recognisedOf('clients'),
  })
const brokenOf = async (...lines: readonly string[]) =>
  Array.from((await tableOf(...lines)).lines).flatMap(({ line, isBroken = false }) =>
    isBroken ? [line] : [],
  )

const HEAD = 'Nome,CPF,Celular,Rua'

describe('a line is torn', () => {
  test('by a separator in a cell', async () => {
    expect(await brokenOf(HEAD, 'Reis, Ana,52998224725,,Rua A', 'Bia,,31988887777,Rua B')).toEqual([2])
  })

  test('by a line break in a cell', async () => {
    const lines = [
      'Ana,52998224725,319',
      '88887777,Rua A',
      'Bia,,31988887777,Rua B',
      'Caio,,31988887778,Rua C',
    ]
    expect(await brokenOf(HEAD, ...lines)).toEqual([2, 3])
  })

  test('where the others keep their blank cells', async () => {
    expect(await brokenOf(HEAD, 'Ana,52998224725,,', 'Bia,31988887777', 'Caio,,31988887778,')).toEqual([3])
  })
})

describe('a line is whole', () => {
  test('in a file that leaves out blank cells, or ends its lines with a separator', async () => {
    expect(await brokenOf(HEAD, 'Ana,52998224725', 'Bia,11144477735', 'Caio,,31988887778')).toEqual([])
    expect(await brokenOf(HEAD, 'Ana,,,Rua A,', 'Bia,,,Rua B,')).toEqual([])
  })

  test('above the headers, where sorting left it', async () => {
    const { lines } = await tableOf('Ana,52998224725,31988887777,Rua A', HEAD, 'Bia,,,Rua B')
    expect(Array.from(lines, ({ line }) => line)).toEqual([1, 3])
    expect(lines).toHaveLength(2)
  })
})

test.each([
  [['55.000', '12.500'], 5_500_000],
  [['55.000', '980.50'], 5500],
  [['55.000', '1.234,56'], 5_500_000],
  [['55.000', '980.50', '1.234,56'], null],
  [['1,500', '980,5'], 150],
] as const)('of %j the first is %j cents', (cells, cents) => {
  const lines = cells.map((cell, at) => ({ line: at + 2, cells: [cell] }))
  expect(centsInColumn(cells[0], amountSigns(lines, 0))).toBe(cents)
})

test('sixty thousand lines of one cell are judged in one pass', () => {
  const lines = Array.from({ length: 60_000 }, (_, place) => ({
    line: place + 1,
    text: place === 0 ? HEAD : 'a',
    end: '\n',
    isUnreadable: false,
  }))
  const score = recognisedOf('clients')
  const spent = cpuMsOf(() => {
    readSeparated(() => lines, score).widths?.partsOf(4)
  })
  expect(spent).toBeLessThan(3000)
})
