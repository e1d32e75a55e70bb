/** The pictures of the reports as they are painted: whole names, numbers at the ends, goals, gaps. docs/rules.md#charts */
import { createRoot } from 'react-dom/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Chart, LATE, ON_TIME, UNDECIDED } from '../../../src/domain/reports/chart.ts'
import { chartedRows } from '../../../src/domain/reports/charted.ts'
import ReportChart from '../../../src/features/reports/ReportChart.tsx'
import { AppProviders } from '../../../src/ui/AppProviders.tsx'
import { isInOrder } from '../support/in-order.ts'
import { LOOKS, type Look, lookAt } from '../support/looks.ts'

const picture = page.getByRole('figure')

async function draw(chart: Chart, look: Look = {}) {
  await lookAt(look)
  const frame = document.createElement('main')
  document.body.append(frame)
  const root = createRoot(frame)
  onTestFinished(() => {
    root.unmount()
    frame.remove()
  })
  root.render(
    <AppProviders>
      <ReportChart chart={chart} period="01/10/2026 a 31/10/2026" narrow={look.width === 'phone'} />
    </AppProviders>,
  )
  await expect.poll(() => all('.recharts-bar-rectangle').length).toBeGreaterThan(0)
}

const all = (what: string) => [...picture.element().querySelectorAll(what)]
const boxes = (what: string) => all(what).map((element) => element.getBoundingClientRect())
const words = (what: string) => all(what).map(({ textContent }) => textContent)
/** The words of each name, whose lines are one element each. */
const names = () =>
  all('.recharts-yAxis-tick-labels text').map((text) =>
    [...text.querySelectorAll('tspan')].map(({ textContent }) => textContent).join(' '),
  )

/** Texts that reach beyond the picture, or lie over one another. */
function disorder(): string[] {
  const frame = picture.element().getBoundingClientRect()
  const texts = all('svg.recharts-surface text').filter((text) => text.textContent !== '')
  const outside = texts.filter((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect()
    return left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom
  })
  const over = texts.flatMap((one, place) =>
    texts.slice(place + 1).flatMap((other) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
      const isOver =
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3
      return isOver ? [`${one.textContent} over ${other.textContent}`] : []
    }),
  )
  return [...outside.map(({ textContent }) => `${textContent} is cut off`), ...over]
}

const PEOPLE = Array.from({ length: 29 }, (_, place) => ({
  name: `Maria Aparecida dos Santos ${place + 1}`,
  on_time: 40 + place,
  late: place % 3 === 0 ? 0 : 7,
  undecided: place % 2 === 0 ? 0 : 30,
}))
const CAPTURES: Chart = {
  kind: 'stacked',
  along: 'names',
  title: 'Capturas no prazo e fora do prazo por corretor',
  series: [ON_TIME, LATE, UNDECIDED],
  ...chartedRows(PEOPLE, {
    of: ({ on_time, late, undecided }) => on_time + late + undecided,
    pointOf: ({ name, ...values }) => ({ name, values }),
  }),
}
const COUNTS: Chart = {
  kind: 'bars',
  along: 'names',
  title: 'Leads, cotações e vendas por corretor',
  series: [
    { key: 'leads', label: 'Leads', color: 'blue' },
    { key: 'quoted', label: 'Cotados', color: 'petrol' },
    { key: 'sold', label: 'Vendidos', color: 'amber' },
  ],
  points: PEOPLE.slice(0, 6).map(({ name, on_time }) => ({
    name,
    values: { leads: on_time * 20, quoted: on_time, sold: 0 },
  })),
}
const REASONS: Chart = {
  kind: 'bars',
  along: 'names',
  title: 'Perdas por motivo, e a parte acumulada de todas',
  series: [{ key: 'losses', label: 'Perdas', color: 'blue' }],
  points: [
    {
      name: 'Fechou com outra corretora ou com a seguradora',
      values: { losses: 1331 },
      end: '1.331 · 74,1%',
    },
    { name: 'Preço', values: { losses: 465 }, end: '465 · 100%' },
  ],
}
const GOALS: Chart = {
  kind: 'bars',
  along: 'names',
  title: 'Metas e resultados',
  beside: 'O traço em cada barra é a meta.',
  format: 'percent',
  series: [{ key: 'result', label: 'Resultado', color: 'blue' }],
  points: [
    { name: 'Contato', values: { result: 72.5 }, note: '870 de 1.200 · meta 80%', goal: 80 },
    { name: 'BackUp Car', values: { result: 0 }, end: 'sem base', note: 'meta 20%', goal: 20 },
  ],
}
const TIMES: Chart = {
  kind: 'bars',
  along: 'names',
  title: 'Leads por tempo até a 1ª ligação',
  series: [{ key: 'leads', label: 'Leads', color: 'blue' }],
  points: ['02:00:00 a 02:30:00', '02:30:00 a 03:00:00', '03:00:00 a 03:30:00', '06:00:00 ou mais'].map(
    (name, place) => ({ name, values: { leads: place === 0 ? 0 : 12 * place } }),
  ),
  goal: { at: '02:30:00 a 03:00:00', label: 'Meta 03:00:00' },
}
const WEEKS: Chart = {
  kind: 'stacked',
  along: 'times',
  title: 'Leads por semana, no prazo e fora do prazo',
  series: [ON_TIME, LATE, UNDECIDED],
  points: Array.from({ length: 9 }, (_, week) => ({
    name: `${String(week + 10)}/10/2026`,
    values: { on_time: 30 + week, late: 10, undecided: week },
  })),
}
const ALL = { CAPTURES, COUNTS, REASONS, GOALS, TIMES, WEEKS }

describe.each(LOOKS)('$width, $scheme', (look) => {
  test.each(Object.entries(ALL))('%s: no word is cut off or lies over another', async (_, chart) => {
    await draw(chart, look)
    await expect.poll(disorder).toEqual([])
    await isInOrder(chart.title)
  })
})

test('every name is whole on a phone, and a rest that would flatten the bars is said beside them', async () => {
  await draw(CAPTURES, { width: 'phone' })
  expect(names()).toEqual(CAPTURES.points.map(({ name }) => name))
  expect(names()).not.toContain('Outros')
  await expect
    .element(picture.getByText(/^Os 12 com mais leads · outros 17, fora do gráfico: /))
    .toBeVisible()
})

test('the legend has the order of the bars', async () => {
  await draw(CAPTURES)
  expect(words('.mantine-ChartLegend-legendItemName, .mantine-BarChart-legendItemName')).toEqual([
    'No prazo',
    'Fora do prazo',
    'Sem prazo',
  ])
})

test('a stack has its sum at its end, also where its last parts are nothing', async () => {
  await draw(CAPTURES)
  const sums = CAPTURES.points.map(({ values }) => Object.values(values).reduce((a, b) => a + b, 0))
  const number = new Intl.NumberFormat('pt-BR')
  expect(words('[data-end]')).toEqual(sums.map((sum) => number.format(sum)))
  const parts = words('[data-part]')
  expect(parts.length).toBeGreaterThan(CAPTURES.points.length)
  expect(parts).not.toContain('0')
})

test('between the parts of a stack there is a gap of two pixels', async () => {
  await draw(CAPTURES)
  const row = boxes('.recharts-bar-rectangle rect')
    .filter(({ width }) => width > 0)
    .toSorted((a, b) => a.top - b.top || a.left - b.left)
  const gaps = row.flatMap((box, place) => {
    const before = row[place - 1]
    return before === undefined || Math.abs(before.top - box.top) > 1 ? [] : [box.left - before.right]
  })
  expect(gaps.length).toBeGreaterThan(10)
  for (const gap of gaps) expect(gap).toBeCloseTo(2, 0)
})

test('the line of a goal stands between the bar that ends there and the next one', async () => {
  await draw(TIMES)
  const [line] = boxes('.recharts-reference-line-line')
  const bars = boxes('.recharts-bar-rectangle path')
  const [within, beyond] = bars.filter(({ width }) => width > 0)
  expect(line?.top).toBeGreaterThan(within?.bottom ?? Infinity)
  expect(line?.bottom).toBeLessThan(beyond?.top ?? 0)
})

test('a goal is a tick at its value, and a share of nothing says that it has no base', async () => {
  await draw(GOALS)
  const [bar] = boxes('.recharts-bar-rectangle path')
  const [tick] = boxes('[data-goal]')
  const middle = ((tick?.left ?? 0) + (tick?.right ?? 0)) / 2
  expect((middle - (bar?.left ?? 0)) / (bar?.width ?? 1)).toBeCloseTo(80 / 72.5, 1)
  expect(words('[data-end]')).toEqual(['72,5%', 'sem base'])
  expect(words('.recharts-xAxis-tick-labels text')).toContain('75%')
})

const ONE: Chart = {
  ...WEEKS,
  points: WEEKS.points.map(({ name }, week) => ({ name, values: { on_time: week === 0 ? 1 : 0 } })),
}

test.each([
  [
    'counts at the bottom',
    { ...TIMES, points: [{ name: '00:00:00 a 00:30:00', values: { leads: 1 } }] },
    '.recharts-xAxis-tick-labels',
  ],
  ['counts at the side', ONE, '.recharts-yAxis-tick-labels'],
] as const)('%s: an axis of one lead repeats no number, and no value lies over the title', async (_, chart, axis) => {
  await draw(chart)
  await expect.poll(() => words('[data-end]')).toContain('1')
  const title = picture.getByRole('heading').element().getBoundingClientRect()
  for (const { top } of boxes('[data-end]')) expect(top).toBeGreaterThanOrEqual(title.bottom)
  const ticks = words(`${axis} text`)
  expect(ticks.length).toBeGreaterThan(1)
  expect(ticks).toEqual([...new Set(ticks)])
})
