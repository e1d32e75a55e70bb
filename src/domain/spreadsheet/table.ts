/** A sheet as headers and lines below them: docs/rules.md#spreadsheets */
import { type Cell, textOf } from './cells.ts'
import type { Decode } from './decode.ts'
import type { HeaderScore } from './separated.ts'
import { MOST_LINES, type OpenedSheet, openSheets, TOO_MANY_LINES } from './sheets.ts'
import { UnreadableFile } from './unreadable-file.ts'

export interface TableLine {
  /** As the spreadsheet numbers it, from 1. */
  readonly line: number
  readonly cells: readonly Cell[]
}

export interface Table {
  readonly headers: readonly string[]
  /** All lines below the headers up to the last that has anything in it, blank ones among them. */
  readonly lines: readonly TableLine[]
  /** Of the sheet that was read; '' for a file without sheets. */
  readonly sheet: string
  /** Names of the sheets of the file, the hidden ones behind the others. */
  readonly sheets: readonly string[]
  readonly hiddenRows: number
}

export const LARGEST_FILE = 25 * 1024 * 1024

/** Lines above the headers, such as a title. */
const HEAD_LINES = 15
const LEAST_RECOGNISED = 2

const isBlankRow = (row: readonly Cell[]) => row.every((cell) => textOf(cell) === '')
export const isBlankLine = ({ cells }: TableLine): boolean => isBlankRow(cells)

const headScores = ({ rows }: OpenedSheet, score: HeaderScore) =>
  rows.slice(0, HEAD_LINES).map((row) => score(row.map(textOf)))

/** The line that names most fields, else the first that has anything. */
function headerLine(sheet: OpenedSheet, score: HeaderScore): number {
  const scores = headScores(sheet, score)
  const best = Math.max(...scores)
  if (best >= LEAST_RECOGNISED) return scores.indexOf(best)
  return Math.max(
    0,
    sheet.rows.findIndex((row) => !isBlankRow(row)),
  )
}

/** Visible sheets come first, then those whose headers name most fields, then the longest. */
function bestSheet(sheets: readonly OpenedSheet[], score: HeaderScore): OpenedSheet | undefined {
  const rated = sheets.map((sheet) => ({ sheet, best: Math.max(0, ...headScores(sheet, score)) }))
  return rated.toSorted(
    (one, other) =>
      Number(one.sheet.isHidden) - Number(other.sheet.isHidden) ||
      other.best - one.best ||
      other.sheet.rows.length - one.sheet.rows.length,
  )[0]?.sheet
}

export interface TableChoice {
  readonly bytes: Uint8Array
  readonly decode: Decode
  /** The name of the sheet; null for the best guess. */
  readonly sheet: string | null
  /** How many fields a row names as the line of headers. */
  readonly score: HeaderScore
}

/** Returns the table of the chosen sheet. Throws UnreadableFile. */
export async function readTable({ bytes, decode, sheet: chosen, score }: TableChoice): Promise<Table> {
  const sheets = await openSheets(bytes, { decode, score })
  const sheet = chosen === null ? bestSheet(sheets, score) : sheets.find(({ name }) => name === chosen)
  if (sheet === undefined)
    throw new UnreadableFile(
      chosen === null ? 'O arquivo está vazio.' : `O arquivo não tem a planilha '${chosen}'.`,
    )
  const head = headerLine(sheet, score)
  const headers = (sheet.rows[head] ?? []).map(textOf)
  if (headers.every((header) => header === '')) throw new UnreadableFile('O arquivo está vazio.')
  const end = sheet.rows.findLastIndex((row) => !isBlankRow(row)) + 1
  const lines = sheet.rows.slice(head + 1, end).map((cells, place) => ({ line: head + place + 2, cells }))
  if (lines.filter((line) => !isBlankLine(line)).length > MOST_LINES) throw new UnreadableFile(TOO_MANY_LINES)
  const names = sheets.toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden))
  return {
    headers,
    lines,
    sheet: sheet.name,
    sheets: names.map(({ name }) => name),
    hiddenRows: sheet.hiddenRows,
  }
}
