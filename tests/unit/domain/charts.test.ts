/** What a picture draws, what it draws together, and what it says of the rest: docs/rules.md#charts */
import { describe, expect, test } from 'vitest'
import { type AttendanceRow, attendance, attendanceTotal } from '../../../src/domain/reports/attendance.ts'
import { decidedWords, partWords } from '../../../src/domain/reports/base-words.ts'
import { chartText, endText } from '../../../src/domain/reports/chart.ts'
import { chartedPersons, chartedRows, mostAndRest } from '../../../src/domain/reports/charted.ts'
import { sumOf } from '../../../src/domain/reports/figures.ts'

interface Row {
  readonly id: number | null
  readonly leads: number
}
const BY = {
  idOf: ({ id }: Row) => id,
  nameOf: ({ id }: Row) => (id === null ? 'Sem corretor' : `Nº ${id}`),
  of: ({ leads }: Row) => leads,
  pointOf: ({ id, leads }: Row) => ({ name: `Nº ${id}`, values: { leads, sold: 1 } }),
}
const people = (number: number): Row[] =>
  Array.from({ length: number }, (_, place) => ({ id: place + 1, leads: 100 + place }))

const few = (number: number): Row[] =>
  Array.from({ length: number }, (_, place) => ({ id: 101 + place, leads: 5 }))

test('twelve persons are drawn one by one, the others as one bar, and the picture says so', () => {
  const rows = [...people(12), ...few(17)]
  const { points, beside } = chartedPersons(rows, BY)
  expect(points).toHaveLength(13)
  expect(points[0]?.name).toBe('Nº 12')
  expect(points.at(-1)).toEqual({ name: 'Outros', values: { leads: 85, sold: 17 } })
  expect(sumOf(points, ({ values }) => values.leads ?? 0)).toBe(sumOf(rows, ({ leads }) => leads))
  expect(beside).toBe('Os 12 com mais leads · outros 17: 85 leads')
})

test('others that are together more than the greatest row would flatten the bars: they are said and not drawn', () => {
  // The greatest has 111 leads, 22 others have 110.
  expect(chartedPersons([...people(12), ...few(22)], BY).points.at(-1)?.name).toBe('Outros')
  const { points, beside } = chartedPersons([...people(12), ...few(23)], BY)
  expect(points.map(({ name }) => name)).not.toContain('Outros')
  expect(points).toHaveLength(12)
  expect(beside).toBe('Os 12 com mais leads · outros 23, fora do gráfico: 115 leads')
})

test('one person beyond the twelve has a bar of its own', () => {
  expect(chartedPersons(people(13), BY).points).toHaveLength(13)
  expect(chartedPersons(people(13), BY).beside).toBe(undefined)
  expect(mostAndRest(people(14), ({ leads }) => leads).rest).toHaveLength(2)
})

test('leads without a person are no bar, and are named beside the rest', () => {
  const rows = [{ id: null, leads: 1240 }, ...people(29)]
  const { points, beside } = chartedPersons(rows, BY)
  expect(points.map(({ name }) => name)).not.toContain('Nº null')
  expect(beside).toBe(
    'Os 12 com mais leads · outros 17, fora do gráfico: 1.836 leads · Fora do gráfico: Sem corretor, 1.240 leads',
  )
  expect(chartedPersons([{ id: null, leads: 1 }, ...people(2)], BY).beside).toBe(
    'Fora do gráfico: Sem corretor, 1 lead',
  )
})

test('products are counted in sales', () => {
  const charted = chartedRows(people(20), { of: BY.of, pointOf: BY.pointOf, unit: ['venda', 'vendas'] })
  expect(charted.beside).toBe('Os 12 com mais vendas · outros 8, fora do gráfico: 828 vendas')
})

test('a share in a picture has no more digits than it needs', () => {
  expect([75, 33.333, 100].map((value) => chartText(value, 'percent'))).toEqual(['75%', '33,3%', '100%'])
  expect(chartText(1331, 'integer')).toBe('1.331')
})

test('at the end of a stack is its sum', () => {
  const series = [
    { key: 'a', label: 'A', color: 'blue' },
    { key: 'b', label: 'B', color: 'amber' },
  ] as const
  expect(endText({ series }, { name: 'X', values: { a: 900, b: 431 } })).toBe('1.331')
  expect(endText({ series }, { name: 'X', values: { a: 1 }, end: 'sem base' })).toBe('sem base')
})

describe('a share names its base', () => {
  test.each([
    [501, 1378, 'de 501 decididos · 877 sem prazo'],
    [501, 501, 'de 501 decididos'],
    [1, 3, 'de 1 decidido · 2 sem prazo'],
    [0, 4, 'de 0 decididos · 4 sem prazo'],
  ])('%i decided of %i', (decided, all, words) => {
    expect(decidedWords({ decided, all })).toBe(words)
  })

  test('a part of one is in the singular', () => {
    expect(partWords(1, 1, ['lead', 'leads'])).toBe('1 de 1 lead')
    expect(partWords(87, 1378, ['lead', 'leads'])).toBe('87 de 1.378 leads')
  })
})

const row = (given: Partial<AttendanceRow>): AttendanceRow => ({
  broker_id: 1,
  broker: 'Camila',
  on_time: 0,
  out_time: 0,
  total: 0,
  sold: 0,
  not_sold: 0,
  conversion: null,
  ...given,
})

test('captures on time name the decided ones, and the undecided ones are the third part of their bar', () => {
  const rows = [
    row({ on_time: 400, total: 1200, sold: 100 }),
    row({ broker_id: 2, on_time: 101, total: 178 }),
  ]
  const { figures, chart } = attendance.content({
    as_of: '2026-11-24T12:00:00Z',
    data: rows,
    total: attendanceTotal(rows),
    leads: [],
    meta: { total: 1378 },
  })
  expect(figures.map(({ label, value, note }) => [label, value, note])).toContainEqual([
    'No prazo',
    501,
    'de 501 decididos · 877 sem prazo',
  ])
  expect(figures.at(-1)?.note).toBe('100 de 1.378 leads')
  expect(chart?.series.map(({ label }) => label)).toEqual(['No prazo', 'Fora do prazo', 'Sem prazo'])
  expect(chart?.points[0]?.values).toEqual({ on_time: 400, late: 0, undecided: 800 })
})
