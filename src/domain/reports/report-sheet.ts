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

/** A sheet counts its days from here on: Excel takes 1900 for a leap year. */
const FIRST_DAY = '1900-03-01'
const TIMES: readonly Format[] = ['duration', 'clock', 'workingTime']

/** Excel shows a time below zero as '########'. */
const isNegativeTime = (value: CellValue, format: Format) =>
  typeof value === 'number' && value < 0 && TIMES.includes(format)

/** '−51:30', as the sheet shows times. */
const negativeTime = (value: number, format: Format) =>
  `−${cellText(-value, format === 'clock' ? 'clock' : 'duration')}`

export function sheetCell(value: CellValue, format: Format): SheetCell {
  if (value === null || value === '') return null
  if (format === 'yesNo') return value === 1 ? 'Sim' : 'Não'
  if (typeof value === 'string') {
    if (format !== 'date' && format !== 'moment') return sheetText(value)
    return value < FIRST_DAY ? cellText(value, format) : localDate(value)
  }
  if (isNegativeTime(value, format)) return negativeTime(value, format)
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
    // A column has one number format. A value of another kind is therefore text, or a cell of `ownCells`.
    if (own === format || value === null || isNegativeTime(value, own)) return sheetCell(value, own)
    return cellText(value, own)
  })

/** Cells of numbers whose format is not their column's, by place in the row. */
export const ownCells = (heads: readonly ReportHead[], line: ReportLine) =>
  line.cells.flatMap((value, place) => {
    const format = heads[place]?.format ?? 'text'
    const own = formatAt({ format }, line, place)
    const numFmt = FORMATS[own]
    if (own === format || numFmt === undefined || typeof value !== 'number' || isNegativeTime(value, own))
      return []
    return [{ place, value: sheetCell(value, own), numFmt }]
  })

/** The row of totals. A total of another kind than its column is text, because a column has one number format. */
export const totalRow = (heads: readonly ReportHead[], { cells }: ReportLine): SheetCell[] =>
  heads.map(({ format, totalFormat }, index) => {
    const value = cells[index] ?? null
    if (value === null || format === totalFormat) return sheetCell(value, format)
    return cellText(value, totalFormat)
  })

export interface SheetWords {
  /** Its name. */
  readonly brokerage: string | null
  /** Of the report. */
  readonly title: string
  /** Of the table. */
  readonly table: string
  /** null: the report has no dates. */
  readonly period: string | null
  /** A line for each control that is set. */
  readonly filters: readonly string[]
  /** Whose figure the leads are. */
  readonly figure: string | null
  readonly asOf: string
  /** Who exported it, or was sent it. */
  readonly by: string
  /** Such as that rows are missing. */
  readonly notes: readonly string[]
}

const NO_FILTER = 'Sem filtros'

/** The label of the figure whose leads alone are shown: 'Só Vendidos de Felipe'. */
export const onlyFigure = (figure: string) => `Só ${figure}`

/** The filter and the figure: 'Empresas: Siqueira Fiat · Só Vendidos de Felipe'. */
export function filterLine({ filters, figure }: Pick<SheetWords, 'filters' | 'figure'>): string {
  const all = [...filters, ...(figure === null ? [] : [onlyFigure(figure)])]
  return all.length === 0 ? NO_FILTER : all.join(' · ')
}

/**
 * The lines above a sheet's columns, always three: report and period, filter, and of when and whose it is.
 * 'Relatório de Perdas: Clientes · Período: 01/10/2026 a 31/10/2026 (data de fim)'
 */
export function sheetHead(words: SheetWords): string[] {
  const { brokerage, title, table, period, asOf, by, notes } = words
  const first = [brokerage, `${title}: ${table}`, period].filter((part) => part !== null)
  const last = [`Dados de ${formatDateTime(asOf)}`, by, ...notes]
  return [first.join(' · '), filterLine(words), last.join(' · ')]
}

export const exportedBy = (name: string) => `Exportado por ${name}`
export const sentTo = (name: string) => `Enviado a ${name}`
