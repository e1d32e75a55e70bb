/** A sheet as headers and lines below them: docs/rules.md#spreadsheets */
import { type Cell, textOf } from './cells.ts'
import type { CodePage } from './code-pages.ts'
import type { Decode } from './decode.ts'
import type { AccentsOption } from './letters.ts'
import { MOST_LINES, tooManyLines } from './limits.ts'
import type { PackedRows, TableLine, TableLines, TextWidths } from './packed-rows.ts'
import type { HeaderScore } from './separated.ts'
import { type OpenedSheet, openFile } from './sheets.ts'
import { UnreadableFile } from './unreadable-file.ts'

export { LARGEST_FILE } from './limits.ts'
export type { TableLine, TableLines } from './packed-rows.ts'

export interface Table {
  readonly headers: readonly string[]
  /** All lines below the headers up to the last that has anything in it, blank ones among them, and data above. */
  readonly lines: TableLines
  /** Of the sheet that was read; '' for a file without sheets. */
  readonly sheet: string
  /** Names of the sheets of the file, the hidden ones behind the others. */
  readonly sheets: readonly string[]
  readonly hiddenRows: number
  /** Empty unless its letters can be read in more than one way. */
  readonly accents: readonly AccentsOption[]
  /** One of them has to be chosen before anything is imported. */
  readonly areAccentsAsked: boolean
}

/** Lines above the headers, such as a title. */
const HEAD_LINES = 15
const LEAST_RECOGNISED = 2

const isBlankRow = (row: readonly Cell[]) => row.every((cell) => textOf(cell) === '')
export const isBlankLine = ({ cells }: TableLine): boolean => isBlankRow(cells)

function headOf(lines: Iterable<TableLine>): TableLine[] {
  const head: TableLine[] = []
  for (const line of lines) {
    if (line.line > HEAD_LINES) break
    head.push(line)
  }
  return head
}

const scoresOf = (head: readonly TableLine[], score: HeaderScore) =>
  head.map(({ cells }) => score(cells.map(textOf)))

/** The line that names most fields, else the first that has anything. */
function headerLine(rows: PackedRows, score: HeaderScore): TableLine | undefined {
  const head = headOf(rows)
  const scores = scoresOf(head, score)
  const best = Math.max(0, ...scores)
  if (best >= LEAST_RECOGNISED) return head[scores.indexOf(best)]
  for (const line of rows) if (!isBlankLine(line)) return line
  return undefined
}

/** Visible sheets come first, then those whose headers name most fields, then the longest. */
function bestSheet(sheets: readonly OpenedSheet[], score: HeaderScore): OpenedSheet | undefined {
  if (sheets.length < 2) return sheets[0]
  const rated = sheets.map((sheet) => {
    const head = headOf(sheet.read(HEAD_LINES).rows)
    return { sheet, best: Math.max(0, ...scoresOf(head, score)), isEmpty: head.every(isBlankLine) }
  })
  return rated.toSorted(
    (one, other) =>
      Number(one.sheet.isHidden) - Number(other.sheet.isHidden) ||
      other.best - one.best ||
      Number(one.isEmpty) - Number(other.isEmpty) ||
      other.sheet.size - one.sheet.size,
  )[0]?.sheet
}

const filledOf = ({ cells }: TableLine) => cells.filter((cell) => textOf(cell) !== '')
const isOfData = (cell: Cell) => /[\d@]/u.test(textOf(cell))

/** Where the lines begin: below the headers, or above them if there is data. Sorting a sheet takes its headers along. */
function firstLine(rows: PackedRows, head: TableLine): number {
  const least = Math.max(LEAST_RECOGNISED, filledOf(head).length / 2)
  const data = headOf(rows).find((line) => {
    const filled = line.line < head.line ? filledOf(line) : []
    return filled.length >= least && filled.some(isOfData)
  })
  return data?.line ?? head.line + 1
}

/** Tells whether the cells of a line are not those of the headers. */
function brokenBy(head: TableLine, widths: TextWidths | null): (line: TableLine) => boolean {
  const width = head.cells.length
  if (widths === null || width < 2) return () => false
  const parts = widths.partsOf(width)
  // Software ends lines with a separator, all of them or all but the headers. Nothing stands behind it.
  const mayEndSo = textOf(head.cells.at(-1)) !== '' && widths.widest <= width
  const most = mayEndSo ? Math.max(width, widths.usual) : width
  const least = widths.areKept ? Math.min(width, widths.usual) : 0
  const isBroken = ({ line, cells }: TableLine) =>
    parts.has(line) || cells.length > most || cells.length < least
  return (line) => isBroken(line) && !isBlankLine(line)
}

/** The lines below the headers, and data above them. */
function linesOf(rows: PackedRows, head: TableLine): TableLines {
  const first = firstLine(rows, head)
  const isBroken = brokenBy(head, rows.widths)
  const above = first < head.line ? 1 : 0
  return {
    length: Math.max(0, rows.length - first + 1 - above),
    *[Symbol.iterator]() {
      for (const line of rows.after(first - 1)) {
        if (line.line === head.line) continue
        yield isBroken(line) ? { ...line, isBroken: true } : line
      }
    },
  }
}

export interface TableChoice {
  readonly bytes: Uint8Array
  readonly decode: Decode
  /** The name of the sheet; null for the best guess. */
  readonly sheet: string | null
  /** How the letters are read where that is not sure; null or left out where no one has said it. */
  readonly accents?: CodePage | null
  /** How many fields a row names as the line of headers. */
  readonly score: HeaderScore
}

/** Returns the table of the chosen sheet. Throws UnreadableFile. */
export async function readTable({ sheet: chosen, score, ...file }: TableChoice): Promise<Table> {
  const { sheets, accents, isAsked } = await openFile({ ...file, score })
  const sheet = chosen === null ? bestSheet(sheets, score) : sheets.find(({ name }) => name === chosen)
  if (sheet === undefined)
    throw new UnreadableFile(
      chosen === null ? 'O arquivo está vazio.' : `O arquivo não tem a planilha '${chosen}'.`,
    )
  const { rows, hidden } = sheet.read()
  const head = headerLine(rows, score)
  if (head === undefined) throw new UnreadableFile('O arquivo está vazio.')
  const lines = linesOf(rows, head)
  if (rows.filledAfter(head.line) > MOST_LINES) throw tooManyLines()
  const names = sheets.toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden))
  return {
    headers: head.cells.map(textOf),
    lines,
    sheet: sheet.name,
    sheets: names.map(({ name }) => name),
    hiddenRows: hidden,
    accents,
    areAccentsAsked: isAsked,
  }
}
