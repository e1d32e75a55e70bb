/** Periods, texts, sheets and rankings that every report shares: docs/rules.md#reports */
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { cellText, workingTimeText } from '../../../src/domain/reports/cell-text.ts'
import { changeWords, NO_BASE } from '../../../src/domain/reports/comparison.ts'
import { ranked, share, totalShare } from '../../../src/domain/reports/figures.ts'
import { periodBefore, presetRange } from '../../../src/domain/reports/period.ts'
import { periodProblem, reportSearchSchema, searchRange } from '../../../src/domain/reports/search.ts'
import { reportSheetFile } from '../../../src/domain/reports/sheet-file.ts'
import { type ReportTable, shownTable } from '../../../src/domain/reports/table.ts'

/** 22:30 of 31 October in São Paulo: the next day in UTC. */
const LATE = Date.parse('2026-11-01T01:30:00Z')

describe('periods', () => {
  test.each([
    ['um-mes', { from: '2026-09-30', to: '2026-10-31' }],
    ['mes-atual', { from: '2026-10-01', to: '2026-10-31' }],
    ['mes-passado', { from: '2026-09-01', to: '2026-09-30' }],
    ['7-dias', { from: '2026-10-25', to: '2026-10-31' }],
    ['hoje', { from: '2026-10-31', to: '2026-10-31' }],
  ] as const)('%s is counted in days of São Paulo', (name, range) => {
    expect(presetRange(name, LATE)).toEqual(range)
  })

  test.each([
    [
      { from: '2026-10-01', to: '2026-10-31' },
      { from: '2026-08-31', to: '2026-09-30' },
    ],
    [
      { from: '2026-03-01', to: '2026-03-01' },
      { from: '2026-02-28', to: '2026-02-28' },
    ],
  ])('the period before %o has as many days and ends right before', (range, before) => {
    expect(periodBefore(range)).toEqual(before)
  })

  test('an address names a preset, two days, or nothing', () => {
    const range = (search: object) => searchRange(reportSearchSchema.parse(search), 'um-mes', LATE)
    expect(range({ periodo: 'hoje' })).toEqual({ from: '2026-10-31', to: '2026-10-31' })
    expect(range({ de: '2026-10-01', ate: '2026-10-05' })).toEqual({ from: '2026-10-01', to: '2026-10-05' })
    expect(range({ de: '2026-13-05', ate: 'x', periodo: 'nunca' })).toEqual(presetRange('um-mes', LATE))
  })

  test.each([
    [
      { de: '2026-10-05', ate: '2026-10-01' },
      'O período começa em 05/10/2026, depois de terminar em 01/10/2026.',
    ],
    [{ de: '2026-10-05', ate: '9999-12-31' }, 'O ano de 31/12/9999 não está entre 2000 e 2046.'],
    [{ de: '0026-10-05', ate: '2026-10-05' }, 'O ano de 05/10/0026 não está entre 2000 e 2046.'],
    [{ de: '2026-02-30', ate: '2026-03-30' }, 'O endereço traz uma data que não existe.'],
    [{ de: '2026-10-05' }, 'O endereço traz só uma das duas datas do período.'],
  ])('days of an address that are no period are named, and the own period is used: %o', (days, words) => {
    const search = reportSearchSchema.parse(days)
    expect(periodProblem(search, LATE)).toBe(words)
    expect(searchRange(search, 'um-mes', LATE)).toEqual(presetRange('um-mes', LATE))
  })

  test.each([
    { de: '2026-10-05', ate: '2026-10-05' },
    { periodo: 'hoje', de: '2026-10-05', ate: '2026-10-01' },
    {},
  ])('%o has no problem', (days) => {
    expect(periodProblem(reportSearchSchema.parse(days), LATE)).toBe(null)
  })
})

test.each([
  [29.03226, 'percent', '29,03%'],
  [0, 'percent', '0,00%'],
  [null, 'percent', '-'],
  [3600 * 49 + 59, 'duration', '49:01'],
  [3725, 'clock', '01:02:05'],
  [123456, 'money', 'R$\u00a01.234,56'],
  [1, 'yesNo', 'Sim'],
  [0, 'yesNo', 'Não'],
  ['2026-10-31', 'date', '31/10/2026'],
  ['2026-11-01T01:30:00Z', 'date', '31/10/2026'],
  ['2026-11-01T01:30:00Z', 'moment', '31/10/2026 22:30'],
  [1662, 'text', '1662'],
  [1662, 'integer', '1.662'],
  [-71.48, 'points', '−71,48 p.p.'],
  [15, 'points', '+15,00 p.p.'],
  [0, 'points', '0,00 p.p.'],
  [1.5, 'decimal', '1,50'],
  [1.219, 'decimal', '1,22'],
] as const)('%s as %s is %s', (value, format, text) => {
  expect(cellText(value, format)).toBe(text)
})

test('days in words are working days', () => {
  expect(workingTimeText((2 * 9.5 + 3.25) * 3600)).toBe('2 d 3 h 15 min')
  expect(workingTimeText(30)).toBe('1 min')
  expect(workingTimeText(0)).toBe('0 min')
})

test('a change from nothing has no base', () => {
  const words = (value: number, before: number | null) =>
    changeWords(value, before, { format: 'integer', textOf: String })
  expect(words(50, 40)).toBe('antes 40 (+25%)')
  expect(words(30, 40)).toBe('antes 40 (−25%)')
  expect(words(50, 0)).toBe(NO_BASE)
  expect(words(0, null)).toBe(NO_BASE)
})

test('percentages are compared in points', () => {
  const words = (value: number, before: number | null) =>
    changeWords(value, before, { format: 'percent', textOf: (each) => cellText(each, 'percent') })
  expect(words(38.3, 50)).toBe('antes 50,00% (−11,7 p.p.)')
  expect(words(50, 38)).toBe('antes 38,00% (+12,0 p.p.)')
  expect(words(50, 50)).toBe('antes 50,00% (0,0 p.p.)')
  expect(words(50, null)).toBe(NO_BASE)
})

test('rows equal in conversion and sales share a place, and are sorted by name', () => {
  const rows = [
    { name: 'Érica', sold: 2, all: 4 },
    { name: 'Caio', sold: 0, all: 0 },
    { name: 'Ana', sold: 2, all: 4 },
    { name: 'Bruna', sold: 3, all: 6 },
  ]
  const places = ranked(rows, ({ name, sold, all }) => ({ name, sold, conversion: share(sold, all) }))
  expect(places.map(({ row, place }) => [row.name, place])).toEqual([
    ['Bruna', 1],
    ['Ana', 2],
    ['Érica', 2],
    ['Caio', 4],
  ])
  expect([share(0, 0), totalShare(0, 0)]).toEqual([null, 0])
})

test('a number of another kind than its column is a number of its own format in the sheet', async () => {
  interface Row {
    readonly name: string
    readonly value: number
    readonly format: 'percent' | 'workingTime' | 'decimal'
  }
  const table: ReportTable<Row> = {
    name: 'metas',
    title: 'Metas',
    order: '',
    idOf: ({ name }) => name,
    columns: [
      { key: 'name', label: 'Nome', format: 'text', value: ({ name }) => name },
      {
        key: 'value',
        label: 'Valor',
        format: 'decimal',
        formatOf: (row) => row.format,
        value: (row) => row.value,
      },
    ],
  }
  const rows: Row[] = [
    { name: 'Contato', value: 80, format: 'percent' },
    { name: 'Cotação', value: 43_200, format: 'workingTime' },
    { name: 'Vendas', value: 7, format: 'decimal' },
  ]
  const { heads, lines } = shownTable(table, rows)
  const file = await reportSheetFile({ above: ['Metas'], name: 'Metas', heads, lines, total: null })
  const { sheets } = await readXlsx(file, { readStyles: true })
  expect(sheets[0]?.rows.slice(2).map(([, value]) => value)).toEqual([0.8, expect.anything(), 7])
  expect(sheets[0]?.cells?.get('2,1')).toMatchObject({ type: 'number', style: { numFmt: '0.00%' } })
  expect(sheets[0]?.cells?.get('3,1')?.style?.numFmt).toBe('[hh]:mm')
})

test('a sheet holds real values, and no text becomes a formula', async () => {
  interface Row {
    readonly name: string
    readonly at: string
    readonly share: number | null
    readonly seconds: number
  }
  const table: ReportTable<Row> = {
    name: 'resumo',
    title: 'Um título bem mais longo que as 31 letras de uma planilha: [tudo]',
    order: 'name',
    idOf: ({ name }) => name,
    columns: [
      { key: 'name', label: 'Nome', format: 'text', value: ({ name }) => name },
      { key: 'at', label: 'Quando', format: 'moment', value: ({ at }) => at },
      { key: 'share', label: 'Parte', format: 'percent', value: (row) => row.share },
      { key: 'seconds', label: 'Tempo', format: 'duration', value: ({ seconds }) => seconds },
    ],
  }
  const row = { name: '=1+1', at: '2026-11-01T01:30:00Z', share: 12.5, seconds: 43_200 }
  const total = { name: 'Total', at: '', share: null, seconds: 0 }
  const { heads, lines, total: totalLine } = shownTable(table, [row], { total })
  const bytes = await reportSheetFile({
    above: ['Relatório', 'Sem filtros', 'Dados de ontem'],
    name: table.title,
    heads,
    lines,
    total: totalLine,
  })
  const { sheets } = await readXlsx(bytes)
  const sheet = sheets[0]
  expect(sheet?.name.length).toBeLessThanOrEqual(31)
  expect(sheet?.name).not.toMatch(/[[\]:*?/\\]/)
  const [title, , , head, first, last] = sheet?.rows ?? []
  expect(title?.[0]).toBe('Relatório')
  expect(head).toEqual(['Nome', 'Quando', 'Parte', 'Tempo'])
  expect(first?.[0]).toBe('=1+1')
  // A sheet has no time zone: it has the clock of São Paulo.
  expect(first?.[1]).toEqual(new Date('2026-10-31T22:30:00Z'))
  expect(first?.[2]).toBe(0.125)
  expect(last?.[0]).toBe('Total')
  expect(last?.[2] ?? null).toBeNull()
})
