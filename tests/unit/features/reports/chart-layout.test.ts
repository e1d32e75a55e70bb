/** No word of a picture is cut off: docs/rules.md#charts */
import { expect, test } from 'vitest'
import type { Chart } from '../../../../src/domain/reports/chart.ts'
import {
  axisTicks,
  endX,
  layoutOf,
  linesOf,
  textWidth,
} from '../../../../src/features/reports/chart/chart-layout.ts'

const REASONS: Chart = {
  kind: 'bars',
  along: 'names',
  title: 'Perdas por motivo',
  series: [{ key: 'losses', label: 'Perdas', color: 'blue' }],
  points: [
    { name: 'Cliente fechou com outra corretora ou seguradora', values: { losses: 400 }, end: '400 · 30,5%' },
    { name: 'Preço', values: { losses: 2 } },
  ],
}

test('a name has as many lines as it needs, and all of its words', () => {
  const lines = linesOf('Cliente fechou com outra corretora ou seguradora', 116)
  expect(lines.join(' ')).toBe('Cliente fechou com outra corretora ou seguradora')
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(116)
})

test('a word that is longer than a line goes on in the next one', () => {
  const lines = linesOf('Superintendenciaregional', 60)
  expect(lines.join('')).toBe('Superintendenciaregional')
  for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(60)
})

test('a picture is as high as its names, and leaves room for its numbers', () => {
  const [narrow, wide] = [layoutOf(REASONS, true), layoutOf(REASONS, false)]
  expect(narrow.height).toBeGreaterThan(wide.height)
  expect(narrow.names).toBeLessThan(wide.names)
  expect(wide.ends).toBeGreaterThan(textWidth('400 · 30,5%'))
  expect(narrow.lines).toHaveLength(2)
})

test('the axis reaches every goal, and of shares at least 100', () => {
  const goals: Chart = {
    ...REASONS,
    format: 'percent',
    points: [{ name: 'Contato', values: { losses: 40 }, goal: 80 }],
  }
  expect(axisTicks(goals)).toEqual([0, 25, 50, 75, 100])
  expect(axisTicks({ ...goals, points: [{ name: 'Venda', values: { losses: 40 }, goal: 120 }] })).toEqual([
    0, 50, 100, 150,
  ])
  expect(axisTicks(REASONS)).toEqual([0, 100, 200, 300, 400])
})

test('ticks of counts are whole, and none is there twice', () => {
  const counts = (leads: number): Chart => ({
    ...REASONS,
    points: [{ name: 'X', values: { losses: leads } }],
  })
  expect(axisTicks(counts(0))).toEqual([0, 1])
  expect(axisTicks(counts(1))).toEqual([0, 1])
  expect(axisTicks(counts(9))).toEqual([0, 5, 10])
  expect(axisTicks(counts(1331))).toEqual([0, 500, 1000, 1500])
})

test('the number at the end of a bar lies on no tick, wherever the goal is', () => {
  const text = '56,4%'
  for (let tick = 0; tick < 300; tick++) {
    const from = endX({ end: 150, tick, text })
    expect(from).toBeGreaterThan(150)
    expect(tick < from - 2 || tick > from + textWidth(text) + 2, String(tick)).toBe(true)
  }
})
