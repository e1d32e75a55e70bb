/** Whether the day or the month comes first, for each column of a file. docs/rules.md#order-of-days */
import { describe, expect, test } from 'vitest'
import type { Cell } from '../../../../src/domain/spreadsheet/cells.ts'
import {
  type ChosenOrders,
  type DayDoubt,
  type DayOrder,
  judgeDays,
  withDaysRead,
} from '../../../../src/domain/spreadsheet/day-order.ts'
import {
  monthFirstWarnings,
  shownDays,
  undecidedWords,
} from '../../../../src/domain/spreadsheet/shown-days.ts'

const NOW = Date.parse('2026-11-24T12:00:00-03:00')
const date = (day: string) => new Date(`${day}T00:00:00Z`)

/** A file of these columns; the first is the field 'end', the second one has no field. */
function fileOf(columns: readonly (readonly Cell[])[], orders?: ChosenOrders) {
  const rows = Math.max(...columns.map((cells) => cells.length))
  const table = {
    headers: ['Fim', 'Início'].slice(0, columns.length),
    lines: Array.from({ length: rows }, (_, row) => ({
      line: row + 2,
      cells: columns.map((cells) => cells[row] ?? null),
    })),
  }
  const judged = judgeDays({ table, fields: { end: 'end' }, mapping: { end: 0 }, orders })
  const read = Array.from(withDaysRead(table.lines, judged), ({ cells }) => cells[0])
  return { judged, headers: table.headers, order: judged[0]?.order, doubt: judged[0]?.doubt, read }
}
const many = (count: number, cell: Cell): Cell[] => Array.from({ length: count }, () => cell)

describe('a column', () => {
  const CASES: readonly (readonly [
    string,
    readonly (readonly Cell[])[],
    DayOrder | null,
    DayDoubt | null,
  ])[] = [
    ['with the day first', [['25/03/2027', '13/04/2027', '03/04/2027']], 'day-first', null],
    [
      'with days of one reading',
      [['2027-03-25', '5 de março de 2027', '05/05/2027', '20270405']],
      'day-first',
      null,
    ],
    ['with nothing in it', [[null, '', '  ']], 'day-first', null],
    ['with the month first', [['03/25/2027', '03/04/2027', '12/01/2026']], 'month-first', 'month-first'],
    ['with digits, the month first', [['03252027', '03042027']], 'month-first', 'month-first'],
    ['with two days in a cell', [['03/25/2026 a 03/25/2027', '03/04/2027']], 'month-first', 'month-first'],
    ['that says nothing', [['03/04/2027', '05/04/2027']], 'day-first', 'unproven'],
    ['with one proof beside cells that say nothing', [['01/04/2027', '25/03/2027']], 'day-first', 'unproven'],
    ['with both', [['25/03/2027', '03/04/2027', '10/25/2027']], null, 'contradiction'],
    ['with a single stray', [[...many(400, '25/03/2027'), '10/25/2027']], null, 'contradiction'],
    [
      'with a stray beside a column with the day first',
      [
        ['01/10/2026', '02/10/2026', '10/25/2026'],
        ['15/10/2025', '', ''],
      ],
      null,
      'contradiction',
    ],
    [
      'with the day first beside a stray of the other column',
      [
        ['15/10/2026', '16/10/2026'],
        ['10/25/2025', ''],
      ],
      null,
      'contradiction',
    ],
    [
      'with enough proof, beside a stray of the other column',
      [many(10, '15/10/2026'), ['10/25/2025']],
      'day-first',
      null,
    ],
    [
      'that says nothing, beside one with the month first',
      [['03/04/2027'], ['03/25/2026']],
      'month-first',
      'unproven',
    ],
    [
      'that says nothing, beside one with the day first',
      [['03/04/2027'], ['25/03/2026']],
      'day-first',
      'unproven',
    ],
    ['with dates', [[date('2027-03-25'), date('2027-04-13'), date('2027-04-03')]], 'day-first', null],
    ['with dates of the first days of a month', [[date('2027-04-03')]], 'day-first', 'unproven'],
    ['with dates and texts with the month first', [['03/25/2027', date('2027-04-03')]], null, 'excel'],
    ['with numbers of days and texts with the month first', [['03/25/2027', 46_480]], null, 'excel'],
    [
      'with dates and what their spreadsheet could not read',
      [['25/03/2027', date('2027-04-03')]],
      null,
      'excel',
    ],
    [
      'with dates and texts with the day first',
      [['25/03/2027', '03/04/2027', date('2027-04-05'), date('2027-04-25')]],
      'day-first',
      'unproven',
    ],
    [
      'with dates, beside one with the month first',
      [[date('2027-04-03'), date('2027-05-03')], ['03/25/2026']],
      null,
      'excel',
    ],
  ]
  test.each(CASES)('%s', (_, columns, order, doubt) => {
    expect(fileOf(columns)).toMatchObject({ order, doubt })
  })

  test('that is no field and seldom a day says nothing of the others', () => {
    expect(
      fileOf([
        ['03/04/2027', '03/05/2027', '03/06/2027'],
        ['12/25/2026', 'apólice 1', 'apólice 2'],
      ]),
    ).toMatchObject({
      order: 'day-first',
    })
  })
})

describe('the cells of a column', () => {
  const MIXED = ['03/25/2027', date('2027-04-03'), '03/04/2027 10:30', 46_480, '2027-03-04', null]

  test('are read with the month first where people choose it, and its dates are changed back', () => {
    const cells = MIXED.filter((cell) => cell !== '03/04/2027 10:30')
    expect(fileOf([cells], { chosen: { end: 'month-first' }, saved: {} }).read).toEqual([
      '25/03/2027',
      date('2027-03-04'),
      date('2027-03-04'),
      '2027-03-04',
      null,
    ])
  })

  test('stay as they are where people choose the day first', () => {
    expect(fileOf([MIXED], { chosen: { end: 'day-first' }, saved: {} }).read).toEqual(MIXED)
  })

  test('that a spreadsheet left as text keep the day first where its dates are changed back', () => {
    const cells = ['25/03/2027', '13/04/2027', date('2027-03-04')]
    expect(fileOf([cells], { chosen: { end: 'month-first' }, saved: {} }).read).toEqual([
      '25/03/2027',
      '13/04/2027',
      date('2027-04-03'),
    ])
  })

  test('of a range change over together', () => {
    expect(fileOf([['De 03/25/2026 a 03/25/2027, 12h', '03/25/26-03/25/27', '03042027']]).read).toEqual([
      'De 25/03/2026 a 25/03/2027, 12h',
      '25/03/26-25/03/27',
      '04/03/2027',
    ])
  })
})

describe('what a saved mapping says', () => {
  const saved = (order: DayOrder) => ({ chosen: {}, saved: { end: order } })

  test('decides where the file does not', () => {
    expect(fileOf([['03/04/2027']], saved('month-first')).order).toBe('month-first')
    expect(fileOf([['25/03/2027', '10/25/2027']], saved('day-first')).order).toBe('day-first')
  })

  test('never against the file, and a person decides against both', () => {
    expect(fileOf([['25/03/2027', '13/04/2027']], saved('month-first')).order).toBe('day-first')
    expect(fileOf([['03/25/2027']], saved('day-first')).order).toBe('month-first')
    expect(
      fileOf([['03/04/2027']], { chosen: { end: 'day-first' }, saved: { end: 'month-first' } }).order,
    ).toBe('day-first')
  })
})

describe('a person sees', () => {
  test('three cells in words, those that differ first', () => {
    const { judged, headers } = fileOf([
      ['25/03/2027', '05/05/2027', '10/25/2027', '03/04/2027', '02/04/2027'],
    ])
    expect(shownDays(judged, headers, NOW)).toEqual([
      {
        field: 'end',
        header: 'Fim',
        doubt: 'contradiction',
        order: null,
        cells: [
          {
            written: '03/04/2027',
            words: { 'day-first': '3 de abril de 2027', 'month-first': '4 de março de 2027' },
          },
          { written: '25/03/2027', words: { 'day-first': '25 de março de 2027', 'month-first': null } },
          { written: '10/25/2027', words: { 'day-first': null, 'month-first': '25 de outubro de 2027' } },
        ],
      },
    ])
    expect(undecidedWords(judged, headers)).toBe(
      'Escolha o que vem primeiro nas datas, o dia ou o mês: ‘Fim’.',
    )
  })

  test('a date of the spreadsheet as it shows it', () => {
    const { judged, headers } = fileOf([['03/25/2027', date('2027-04-03')]])
    expect(shownDays(judged, headers, NOW)[0]?.cells[0]).toEqual({
      written: '03/04/2027',
      words: { 'day-first': '3 de abril de 2027', 'month-first': '4 de março de 2027' },
    })
  })

  test('nothing of a column that is certain, and a sentence of one with the month first', () => {
    const certain = fileOf([['25/03/2027', '13/04/2027']])
    expect(shownDays(certain.judged, certain.headers, NOW)).toEqual([])
    expect(undecidedWords(certain.judged, certain.headers)).toBeNull()
    const american = fileOf([['03/25/2027']])
    expect(monthFirstWarnings(american.judged, american.headers)).toEqual([
      '‘Fim’ tem o mês antes do dia, e foi lida assim.',
    ])
  })
})
