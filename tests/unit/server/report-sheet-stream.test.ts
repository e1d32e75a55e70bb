/** Sheets by their XML: 200,000 rows streamed in little memory, and texts that no program takes for something else. */
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { openSheet } from '../../../server/reports/calls/serve-report.ts'
import { reportSheetStream } from '../../../server/reports/calls/sheet-stream.ts'
import { reportSheetFile } from '../../../src/domain/reports/sheet-file.ts'
import { type ReportTable, shownTable } from '../../../src/domain/reports/table.ts'
import { sheetFile } from '../../../src/domain/sheet/sheet.ts'
import { readChunks, readSheet } from '../../api/reports/sheets/read-sheet.ts'
import { runsOf } from '../../support/slice.ts'

interface Row {
  readonly number: number
  readonly name: string
}

const START = Date.parse('2026-10-01T02:59:59.999Z')
const TABLE: ReportTable<Row> = {
  name: 'leads',
  title: 'Leads [todos]: um nome que é mais longo que o de uma planilha',
  order: 'number',
  idOf: ({ number }) => String(number),
  columns: [
    { key: 'number', label: 'Nº', format: 'text', value: ({ number }) => number },
    { key: 'name', label: 'Cliente', format: 'text', value: ({ name }) => name },
    {
      key: 'at',
      label: 'Criação',
      format: 'moment',
      value: ({ number }) => new Date(START + number * 60_000).toISOString(),
    },
    { key: 'share', label: 'Parte', format: 'percent', value: ({ number }) => number % 100 },
    { key: 'time', label: 'Tempo', format: 'duration', value: ({ number }) => number * 30 },
  ],
}
const ABOVE = ['Relatório', '=Sem filtros', '#N/A']
const headed = (rows: readonly Row[], total: Row | null = null) => {
  const { heads, lines, total: totalLine } = shownTable(TABLE, rows, { total })
  return { above: ABOVE, name: TABLE.title, heads, lines, total: totalLine }
}

const REPORT = {
  title: 'Relatório',
  file: 'relatorio',
  periodLabel: 'Data',
  filters: [],
  query: () => ({}),
}
const SHOWN = { filters: [], figure: null, inName: '', by: 'Exportado por Ana' }

/** 200,000 in a whole run. A quarter of them is five times what the memory may hold. */
const ROWS = runsOf(200_000)
const BATCH = 500
/** Rows that may be made and not read yet: they are what the memory holds. */
const MOST_HELD = 20 * BATCH

test('hundreds of thousands of rows are streamed row by row, in bounded memory', async () => {
  const { lines: _none, ...sheet } = headed([], { number: ROWS, name: 'Total' })
  let made = 0
  async function* batches() {
    for (let first = 1; first <= ROWS; first += BATCH) {
      const rows = Array.from({ length: BATCH }, (_, place) => ({ number: first + place, name: '=1+1' }))
      made += rows.length
      yield headed(rows).lines
    }
  }
  let mostHeld = 0
  const kept = new Map<number, Parameters<Parameters<typeof readChunks>[1]>[0]>()
  let texts = 0
  const stream = reportSheetStream({ ...sheet, batches: batches() })
  const { name, rowCount, autoFilter, cellOf } = await readChunks(stream, (cells, number) => {
    mostHeld = Math.max(mostHeld, made - number)
    texts += cells.filter(({ type, text }) => type === 'inlineStr' && text === '=1+1').length
    if ([4, 5, ROWS / 2 + 4, ROWS + 4, ROWS + 5].includes(number)) kept.set(number, cells)
  })
  expect(name).toBe('Leads  todos   um nome que é ma')
  expect(rowCount).toBe(ROWS + 5)
  expect(texts).toBe(ROWS)
  // Excel offers no filter in the head of a streamed sheet.
  expect(autoFilter).toBeNull()
  const cells = (number: number) => kept.get(number)?.map(cellOf)
  expect(cells(4)?.map(({ value }) => value)).toEqual(['Nº', 'Cliente', 'Criação', 'Parte', 'Tempo'])
  // 23:59:59.999 of 30 September in São Paulo, and one minute later.
  expect(cells(5)).toEqual([
    { kind: 'number', value: 1, format: '' },
    { kind: 'text', value: '=1+1', format: '' },
    { kind: 'number', value: expect.closeTo(46_296 + 59.999 / 86_400, 6), format: 'dd/mm/yyyy hh:mm' },
    { kind: 'number', value: 0.01, format: '0.00%' },
    { kind: 'number', value: expect.closeTo(30 / 86_400, 9), format: '[hh]:mm' },
  ])
  expect(cells(ROWS / 2 + 4)?.[0]?.value).toBe(ROWS / 2)
  expect(cells(ROWS + 4)?.[0]?.value).toBe(ROWS)
  expect(cells(ROWS + 5)?.[1]?.value).toBe('Total')
  expect(mostHeld).toBeLessThan(MOST_HELD)
}, 180_000)

describe('a sheet is opened', () => {
  const opened = async (counts: readonly (readonly [rows: number, more: number])[]) => {
    const { lines: _none, ...table } = headed([])
    let read = 0
    async function* lines() {
      for (const [rows, more] of counts) {
        read += rows
        yield {
          rows: headed(Array.from({ length: rows }, (_, number) => ({ number, name: 'Ana' }))).lines,
          more,
        }
      }
    }
    const sheet = await openSheet(
      {
        report: REPORT,
        range: null,
        asOf: '2026-10-01T12:00:00Z',
        table: { ...table, title: 'Leads' },
        lines,
      },
      SHOWN,
      null,
    )
    return { sheet, readBefore: read, file: await sheet?.file() }
  }

  test('after its first rows where more than 20,000 follow, and streamed', async () => {
    const { readBefore, file } = await opened([
      [3, 20_000],
      [2, 0],
    ])
    expect(readBefore).toBe(3)
    const chunks: Uint8Array[] = []
    if (!(file instanceof Readable)) throw new Error('not streamed')
    for await (const chunk of file) chunks.push(chunk)
    const { rows, autoFilter } = await readSheet(Buffer.concat(chunks))
    expect(rows).toHaveLength(4 + 5)
    expect(autoFilter).toBeNull()
  })

  test('after all its rows where fewer follow, and has a filter in its head', async () => {
    const { readBefore, file } = await opened([
      [3, 2],
      [2, 0],
    ])
    expect(readBefore).toBe(5)
    if (!Buffer.isBuffer(file)) throw new Error('streamed')
    expect((await readSheet(file)).autoFilter).toBe('A4:E9')
  })

  test('not at all without rows', async () => {
    expect((await opened([])).sheet).toBeNull()
  })
})

describe('a text stays a text', () => {
  const TEXTS = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '#N/A',
    '#REF!',
    '#DIV/0!',
    '#1',
    '  spaces  ',
    'line\nbreak',
    'a_x0041_b',
    'bell\u0007',
    `<b>&"'`,
    'Ávila 😀',
    '007',
    '1e3',
    'TRUE',
  ]
  const rows = TEXTS.map((name, number) => ({ number, name }))

  test('in a file of a report', async () => {
    const sheet = await readSheet(await reportSheetFile(headed(rows)))
    expect(sheet.rows.slice(0, 3).map(([line]) => [line?.kind, line?.value])).toEqual(
      ABOVE.map((line) => ['text', line]),
    )
    expect(sheet.rows.slice(4).map((row) => row[1])).toEqual(
      TEXTS.map((value) => ({ kind: 'text', value, format: '' })),
    )
  })

  test('in a streamed one', async () => {
    async function* batches() {
      yield headed(rows).lines
    }
    const { lines: _lines, ...sheet } = headed(rows)
    const chunks: Uint8Array[] = []
    for await (const chunk of reportSheetStream({ ...sheet, batches: batches() })) chunks.push(chunk)
    const { rows: read } = await readSheet(Buffer.concat(chunks))
    expect(read.slice(4).map((row) => row[1]?.value)).toEqual(TEXTS)
  })

  test('in any other file', async () => {
    const bytes = await sheetFile({
      name: 'Dados',
      columns: [{ label: 'Texto' }],
      rows: TEXTS.map((text) => [text]),
    })
    expect((await readSheet(bytes)).rows.slice(1).map((row) => row[0]?.value)).toEqual(TEXTS)
  })

  test('what no XML can hold is left out', async () => {
    const sheet = await readSheet(await reportSheetFile(headed([{ number: 1, name: 'a\ufffeb\uffff' }])))
    expect(sheet.rows[4]?.[1]?.value).toBe('ab')
  })
})
