/**
 * Every sheet that the server exports, read back by the library and by its XML: sound parts, real numbers, dates and
 * percentages, texts that stay texts. docs/rules.md#reports
 */
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { addressOf } from '../../../src/api/call.ts'
import { may } from '../../../src/domain/permissions/actions.ts'
import { cellText } from '../../../src/domain/reports/cell-text.ts'
import { exportedTable } from '../../../src/domain/reports/exported-table.ts'
import type {
  CellValue,
  Format,
  ReportHead,
  ReportLine,
  ShownTable,
} from '../../../src/domain/reports/table.ts'
import { describeDatabase } from '../support/databases.ts'
import { contentOf, queryOf } from './ask-report.ts'
import { MAIN_PERIOD } from './data/leads.ts'
import { loadOtherRows } from './data/other-rows.ts'
import { USERS } from './data/people.ts'
import { dayOf } from './data/reading.ts'
import { EVERY_REPORT } from './every-report.ts'
import { ABOVE, inReportHouse, type ReportHouse } from './report-house.ts'
import { type ReadCell, type ReadSheet, readBook } from './sheets/read-sheet.ts'

const FILTER = { de: MAIN_PERIOD.from, ate: MAIN_PERIOD.to, mes: '2026' }
const SHEETS = EVERY_REPORT.flatMap((one) =>
  one.files.map((file) => [`${one.name} · ${file.table}`, one, file] as const),
)

const DAY_SECONDS = 86_400
const clockOf = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Sao_Paulo',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Excel's days since 30 December 1899. */
const daysOf = (day: string) => Date.parse(`${day}T00:00Z`) / (DAY_SECONDS * 1000) + 25_569

function serialOf(value: string): number {
  if (value.length === 10) return daysOf(value)
  const [hours = 0, minutes = 0, seconds = 0] = clockOf.format(new Date(value)).split(':').map(Number)
  const ms = Date.parse(value) % 1000
  return daysOf(dayOf(value)) + (hours * 3600 + minutes * 60 + seconds + ms / 1000) / DAY_SECONDS
}

/** What each format is in a sheet, written again. */
const NUMBERS: Readonly<Partial<Record<Format, readonly [code: string, of: (value: number) => number]>>> = {
  integer: ['0', (value) => value],
  decimal: ['0.00', (value) => value],
  percent: ['0.00%', (value) => value / 100],
  points: ['0.00" p.p."', (value) => value],
  duration: ['[hh]:mm', (value) => value / DAY_SECONDS],
  clock: ['[hh]:mm:ss', (value) => value / DAY_SECONDS],
  workingTime: ['[hh]:mm', (value) => value / DAY_SECONDS],
  money: ['"R$" #,##0.00', (value) => value / 100],
}
const DATES: Readonly<Partial<Record<Format, string>>> = { date: 'dd/mm/yyyy', moment: 'dd/mm/yyyy hh:mm' }

function expectCell(cell: ReadCell | null, value: CellValue, format: Format, about: string): void {
  if (value === null || value === '') return expect(cell, about).toBeNull()
  const dated = DATES[format]
  const number = NUMBERS[format]
  // Excel shows a time below zero as '########'.
  if (typeof value === 'number' && value < 0 && number?.[0].startsWith('[hh]'))
    return expect(cell, about).toMatchObject({
      kind: 'text',
      value: expect.stringMatching(/^−\d\d+:\d\d/),
    })
  if (typeof value === 'string' && dated !== undefined) {
    expect(cell, about).toMatchObject({ kind: 'number', format: dated })
    expect(Number(cell?.value), about).toBeCloseTo(serialOf(value), 5)
  } else if (typeof value === 'number' && number !== undefined) {
    expect(cell, about).toMatchObject({ kind: 'number', format: number[0] })
    expect(Number(cell?.value), about).toBeCloseTo(number[1](value), 9)
  } else if (format === 'yesNo') expect(cell, about).toMatchObject({ value: value === 1 ? 'Sim' : 'Não' })
  else expect(cell, about).toMatchObject({ kind: typeof value === 'number' ? 'number' : 'text', value })
}

/** A total of another kind than its column is put into words. */
function expectLine(
  cells: readonly (ReadCell | null)[],
  heads: readonly ReportHead[],
  line: ReportLine,
): void {
  for (const [place, { key, format, totalFormat }] of heads.entries()) {
    const value = line.cells[place] ?? null
    const about = `${key} of ${line.id}`
    const isOther = line.id === 'total' && totalFormat !== format && value !== null
    if (isOther) expect(cells[place], about).toMatchObject({ value: cellText(value, totalFormat) })
    // A number of another kind than its column has a format of its own.
    else expectCell(cells[place] ?? null, value, line.formats?.[place] ?? format, about)
  }
}

describeDatabase('every sheet', (open) => {
  let house: ReportHouse
  inReportHouse(open, async (opened) => {
    house = opened
    await loadOtherRows(opened.store.db)
  })

  function expectTable(sheet: ReadSheet | undefined, shown: ShownTable): void {
    if (sheet === undefined) throw new Error(`no sheet of ${shown.name}`)
    const { heads, lines, total, title } = exportedTable(shown)
    expect(sheet.name).toBe(title)
    const [labels = [], ...rows] = sheet.rows.slice(ABOVE)
    for (const line of sheet.rows.slice(0, ABOVE))
      expect(line.filter((cell) => cell !== null).map(({ kind }) => kind)).toEqual(['text'])
    expect(labels.map((cell) => cell?.value)).toEqual(heads.map(({ label }) => label))
    const expected = total === null ? lines : [...lines, total]
    expect(rows).toHaveLength(expected.length)
    for (const [place, line] of expected.entries()) expectLine(rows[place] ?? [], heads, line)
    const last = String.fromCodePoint(64 + heads.length)
    // The total stays out of the filter.
    expect(sheet.autoFilter).toBe(`A${ABOVE + 1}:${last}${ABOVE + 1 + lines.length}`)
  }

  test.each(SHEETS)('%s', async (_, one, { table: name, route, isBook }) => {
    const user = USERS.find(({ role }) => may(one.action, role))
    if (user === undefined) throw new Error('no user may ask')
    const content = await contentOf(house, one, { user, filter: FILTER })
    // The leads behind a figure are not in sight.
    const shown = content.tables.filter((table) =>
      isBook === true ? table.name !== one.report.paged : table.name === name,
    )
    expect(shown.length).toBeGreaterThan(isBook === true ? 4 : 0)
    const { status, bytes } = await house.file(user.id, addressOf(route.path, {}, queryOf(one, FILTER)))
    expect(status).toBe(200)

    const book = await readBook(bytes)
    expect(book).toHaveLength(shown.length)
    for (const [place, table] of shown.entries()) {
      if (isBook !== true) expect(exportedTable(table).lines.length).toBeGreaterThan(1)
      expectTable(book[place], table)
    }

    // The library reads the same.
    const { sheets } = await readXlsx(bytes)
    expect(sheets.map((sheet) => [sheet.name, sheet.rows.length])).toEqual(
      book.map((sheet) => [sheet.name, sheet.rows.length]),
    )
    for (const [at, { rows }] of sheets.entries())
      for (const [place, cells] of rows.entries())
        for (const [column, value] of cells.entries()) {
          const cell = book[at]?.rows[place]?.[column] ?? null
          if (typeof value === 'string' || typeof value === 'number') expect(cell?.value).toEqual(value)
          else if (value instanceof Date) expect(cell?.kind).toBe('number')
          else expect(cell).toBeNull()
        }
  })

  test('every report but the list of attempts exports', () => {
    expect(EVERY_REPORT.filter(({ files }) => files.length === 0).map(({ path }) => path)).toEqual([
      '/relatorio-leads-duplicados',
    ])
  })
})
