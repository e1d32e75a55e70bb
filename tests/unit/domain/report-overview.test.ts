/** What 'Relatórios' says of a report: docs/rules.md#report-overview */
import { describe, expect, it } from 'vitest'
import { funnelStages } from '../../../src/domain/reports/funnel.ts'
import {
  type FiguresContent,
  firstFigure,
  funnelFigures,
  headlineDays,
  headlineOf,
  sameFigure,
} from '../../../src/domain/reports/overview.ts'
import type { Figure, ReportContent } from '../../../src/domain/reports/report.ts'
import { at } from './fixtures.ts'

const content = (figures: readonly Figure[], counts: readonly number[] = []): ReportContent => ({
  asOf: '',
  figures,
  chart: null,
  tables: counts.map((count) => ({
    name: 't',
    title: 't',
    order: 'a',
    heads: [],
    lines: [],
    total: null,
    count,
  })),
})
const sold = (value: number | null): Figure => ({ key: 'sold', label: 'Vendidos', value, format: 'integer' })
const share = (value: number): Figure => ({ key: 'share', label: 'No prazo', value, format: 'percent' })

describe('the days of a headline', () => {
  it.each([
    ['2026-11-18T10:00:00', ['2026-11-01', '2026-11-18'], ['2026-10-01', '2026-10-18']],
    ['2027-01-01T00:10:00', ['2027-01-01', '2027-01-01'], ['2026-12-01', '2026-12-01']],
    // February has no 31st.
    ['2027-03-31T23:50:00', ['2027-03-01', '2027-03-31'], ['2027-02-01', '2027-02-28']],
  ])('at %s', (now, [from, to], [fromBefore, toBefore]) => {
    expect(headlineDays(at(now))).toEqual({
      present: { from, to },
      before: { from: fromBefore, to: toBefore },
    })
  })
})

function headline(path: string, now: FiguresContent, before: FiguresContent) {
  const first = firstFigure(path, now)
  return first === null ? null : headlineOf(first, sameFigure(first, before))
}

const funnel = (leads: number, sold: number) => {
  const none = { called: 0, contacted: 0, quoted: 0, pague_menos: 0, seguro_conteudo: 0, backup_car: 0 }
  return funnelFigures({ as_of: '', data: funnelStages({ leads, sold, ...none }) })
}

describe('a headline', () => {
  const path = '/relatorio-leads-duplicados'

  it('is the first figure with its change', () => {
    expect(headline(path, content([sold(50), share(80)]), content([share(90), sold(40)]))).toEqual({
      label: 'Vendidos',
      figure: '50',
      change: 'antes 40 (+25%)',
    })
    expect(headline(path, content([share(80)]), content([share(91.7)]))?.change).toBe(
      'antes 91,70% (−11,7 p.p.)',
    )
  })

  it('of nothing before says so, and of nothing now shows no figure', () => {
    expect(headline(path, content([sold(50)]), content([sold(0)]))?.change).toBe('sem base')
    expect(headline(path, content([sold(null)]), content([sold(4)]))).toMatchObject({
      figure: '-',
      change: 'antes 4',
    })
  })

  it('of a report without figures counts its rows, and where these have no name there is none', () => {
    expect(headline(path, content([], [1200, 3]), content([], [1000, 4]))).toEqual({
      label: 'Tentativas recusadas',
      figure: '1.200',
      change: 'antes 1.000 (+20%)',
    })
    expect(headline('/relatorio-perdas', content([], [2]), content([], [1]))).toBeNull()
    expect(headline(path, content([]), content([]))).toBeNull()
  })

  it('of the funnel is what part of its leads was sold', () => {
    expect(headline('/funnel-charts', funnel(80, 20), funnel(50, 10))).toEqual({
      label: 'de 80 leads vendidos',
      figure: '25,00%',
      change: 'antes 20,00% (+5,0 p.p.)',
    })
    expect(headline('/funnel-charts', funnel(0, 0), funnel(50, 10))?.figure).toBe('-')
  })
})
