/** The leads behind the figures of a report, and their names on screen: docs/rules.md#reports */
import { describe, expect, test } from 'vitest'
import { figureLeadsOf, figureWords, linesOfFigure } from '../../../src/domain/reports/figure-leads.ts'
import origin, { type Origin, originSchema } from '../../../src/domain/reports/plain/origin.ts'
import { pinnedQuery, rowsQuery } from '../../../src/domain/reports/report.ts'

const part = (leads: number) => ({ leads, percent: 100 })
const ANSWER: Origin = originSchema.parse({
  as_of: '2026-11-24T12:00:00Z',
  data: [
    {
      broker_id: 12,
      broker_name: 'Ana',
      ...part(3),
      channels: [
        {
          channel_id: 7,
          channel_name: 'Me Indico',
          ...part(3),
          insurances: [{ insurance_id: null, insurance_name: 'Sem tipo de seguro', ...part(3) }],
        },
      ],
    },
  ],
  total: part(3),
})

describe('the name of an open figure', () => {
  const content = origin.content(ANSWER)
  test.each([
    [undefined, 'Leads'],
    ['12', 'Leads de Ana'],
    ['12-7', 'Leads de Ana · Me Indico'],
    ['12-7-0', 'Leads de Ana · Me Indico · Sem tipo de seguro'],
    // A tile names a row that no table has: it has no lead here.
    ['0', 'Sem corretor'],
  ])('row %s is %s', (row, words) => {
    expect(figureWords(content, { figure: 'leads', row })).toBe(words)
  })
})

describe('leads that the device holds', () => {
  const line = (lead: number) => ({ id: String(lead), cells: [], tones: [], lead })
  const table = { lines: [1, 2, 3].map(line) }
  const held = { sold: { '12': [1], '13': [3] }, lost: {} }
  const ids = (figure: string, row?: string) =>
    linesOfFigure(table, held, { figure, row })?.map(({ lead }) => lead) ?? null

  test('those of a row, and of all rows', () => {
    expect(ids('sold', '12')).toEqual([1])
    expect(ids('sold')).toEqual([1, 3])
    expect(ids('sold', '14')).toEqual([])
    expect(ids('lost')).toEqual([])
  })

  test('a figure that the answer lacks is not shown as empty', () => {
    expect(ids('toString')).toBe(null)
    expect(linesOfFigure(table, null, { figure: 'sold' })).toBe(null)
    expect(figureLeadsOf(ANSWER)).toBe(null)
    expect(figureLeadsOf([[], [], { as_of: '', figure_leads: held }])).toEqual(held)
  })
})

test('leads behind figures are asked for by a pin, and not by a visit', () => {
  const at = Date.parse('2026-11-24T12:00:00Z')
  const days = { date_start: '2026-11-01', date_end: '2026-11-30', broker_id: undefined }
  expect(rowsQuery(origin, {}, at, 1000)).toEqual(days)
  expect(pinnedQuery(origin, {}, at, 5000)).toEqual({ ...days, page: 1, per_page: 5000, with_figures: 1 })
})
