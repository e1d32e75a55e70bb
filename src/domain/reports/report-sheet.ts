/** A table of a report as the rows of a sheet: real dates, numbers and percentages. docs/rules.md#reports */
import { sheetText } from '../sheet/sheet.ts'
import { dayNumber, dayNumberStartMs } from '../time/day-number.ts'
import { formatDateTime } from '../time/sao-paulo.ts'
import { cellText } from './cell-text.ts'
import { type CellValue, type Format, formatAt, type ReportHead, type ReportLine } from './table.ts'

export type SheetCell = string | number | Date | null

const FORMATS: Readonly<Partial<Record<Format, string>>> = {
  integer: '0',
  decimal: '0.00',
  percent: '0.00%',
  points: '0.00" p.p."',
  duration: '[hh]:mm',
  clock: '[hh]:mm:ss',
  workingTime: '[hh]:mm',
  date: 'dd/mm/yyyy',
  moment: 'dd/mm/yyyy hh:mm',
  money: '"R$" #,##0.00',
}

const WIDTHS: Readonly<Partial<Record<Format, number>>> = { date: 12, moment: 17, text: 28, money: 14 }

export const sheetColumns = (heads: readonly ReportHead[]) =>
  heads.map(({ label, format }) => ({
    width: Math.max(WIDTHS[format] ?? 11, Math.min(label.length + 3, 40)),
    ...(FORMATS[format] === undefined ? {} : { numFmt: FORMATS[format] }),
  }))

const DAY_SECONDS = 86_400

/** A sheet has no time zone: its dates are made of São Paulo's clock. */
function localDate(value: string): Date {
  if (value.length === 10) return new Date(`${value}T00:00:00Z`)
  const ms = Date.parse(value)
  const day = dayNumber(ms)
  return new Date(day * DAY_SECONDS * 1000 + (ms - dayNumberStartMs(day)))
}

export function sheetCell(value: CellValue, format: Format): SheetCell {
  if (value === null || value === '') return null
  if (format === 'yesNo') return value === 1 ? 'Sim' : 'Não'
  if (typeof value === 'string')
    return format === 'date' || format === 'moment' ? localDate(value) : sheetText(value)
  switch (format) {
    case 'percent':
      return value / 100
    case 'duration':
    case 'clock':
    case 'workingTime':
      return value / DAY_SECONDS
    case 'money':
      return value / 100
    default:
      return value
  }
}

export const sheetRow = (heads: readonly ReportHead[], line: ReportLine): SheetCell[] =>
  line.cells.map((value, index) => {
    const format = heads[index]?.format ?? 'text'
    const own = formatAt({ format }, line, index)
    // The number format is that of the whole column: a value of another kind is text, or a cell of `ownCells`.
    return own === format || value === null ? sheetCell(value, format) : cellText(value, own)
  })

/** Cells of numbers whose format is not their column's, by place in the row. */
export const ownCells = (heads: readonly ReportHead[], line: ReportLine) =>
  line.cells.flatMap((value, place) => {
    const format = heads[place]?.format ?? 'text'
    const own = formatAt({ format }, line, place)
    const numFmt = FORMATS[own]
    if (own === format || numFmt === undefined || typeof value !== 'number') return []
    return [{ place, value: sheetCell(value, own), numFmt }]
  })

/** A total of another kind than its column is text: the number format is that of the whole column. */
export const totalRow = (heads: readonly ReportHead[], { cells }: ReportLine): SheetCell[] =>
  heads.map(({ format, totalFormat }, index) => {
    const value = cells[index] ?? null
    if (value === null || format === totalFormat) return sheetCell(value, format)
    return cellText(value, totalFormat)
  })

/** The first line of a sheet: 'Relatório de Perdas · 01/10/2026 a 31/10/2026 · Dados de 24/11/2026 08:10'. */
export const sheetTitle = (
  title: string,
  {
    brokerage,
    words,
    asOf,
  }: { readonly brokerage: string | null; readonly words: readonly string[]; readonly asOf: string },
) =>
  [...(brokerage === null ? [] : [brokerage]), title, ...words, `Dados de ${formatDateTime(asOf)}`].join(
    ' · ',
  )
