/**
 * Reads text whose cells are separated by a sign. A quote that never closes would make one cell of all lines behind it:
 * such a file is refused with the number of its line. docs/rules.md#spreadsheets
 */
import { textOf } from './cells.ts'
import type { TextLine } from './letters.ts'
import { LONGEST_CELL, MOST_COLUMNS, tooLongCell, tooManyColumns } from './limits.ts'
import { PackedRows, type TextWidths } from './packed-rows.ts'
import { UnreadableFile } from './unreadable-file.ts'

const SEPARATORS = [';', ',', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

const QUOTE = '"'

/** Scores a row as the line of headers: the more it names, the higher. */
export type HeaderScore = (row: readonly string[]) => number

const count = (text: string, sign: string) => text.split(sign).length - 1

/** Lines among which the headers are. */
const SAMPLE_LINES = 15
const LONGEST_SAMPLE = 20_000

/** The separator that makes the known headers, otherwise the one that the first lines have most of. */
function separatorOf(sample: readonly TextLine[], score: HeaderScore): Separator {
  const plain = sample
    .map(({ text }) => text)
    .join('\n')
    .replaceAll(/"[^"]*"/gu, '')
  const rated = SEPARATORS.map((sign) => {
    const rows = sample.map((line) => {
      const record = newRecord()
      addCells(record, line, null, sign)
      return score(record.cells.slice(0, MOST_COLUMNS))
    })
    return { sign, best: Math.max(0, ...rows), count: count(plain, sign) }
  })
  return rated.reduce((best, each) =>
    each.best > best.best || (each.best === best.best && each.count > best.count) ? each : best,
  ).sign
}

const neverCloses = (line: number) =>
  new UnreadableFile(
    `O CSV está danificado: a linha ${line} abre aspas que não fecham. Corrija-a, ou salve a planilha como .xlsx.`,
  )

/** A quoted cell of several lines. */
interface TallCell {
  /** Of the file, where the quote opens. */
  readonly line: number
  readonly separators: number
  readonly isLoose: boolean
}

interface TextRecord {
  readonly line: number
  readonly cells: string[]
  readonly tall: readonly TallCell[]
  readonly isUnreadable: boolean
}

/** The quote that closes, from here on; -1 where the line has none. Two in a row are one sign. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf(QUOTE, from)
  while (at !== -1 && text[at + 1] === QUOTE) at = text.indexOf(QUOTE, at + 2)
  return at
}

/** A quoted cell that goes on in the next line. */
interface OpenCell {
  readonly line: number
  readonly text: string
}

interface UnfinishedRecord {
  readonly cells: string[]
  readonly tall: TallCell[]
  isUnreadable: boolean
}

const newRecord = (): UnfinishedRecord => ({ cells: [], tall: [], isUnreadable: false })

/** Adds the cells of a line, from the middle of a quoted one on where one is open. Returns the one that is open at its end. */
function addCells(
  record: UnfinishedRecord,
  { line, text, end }: TextLine,
  before: OpenCell | null,
  separator: Separator,
): OpenCell | null {
  if (before === null && !text.includes(QUOTE)) {
    for (const cell of text.split(separator)) record.cells.push(cell)
    return null
  }
  let open = before
  for (let at = 0; ; at++) {
    let quoted = ''
    if (open !== null || text[at] === QUOTE) {
      const begin: number = open === null ? at + 1 : at
      const closing = closingQuote(text, begin)
      const started: OpenCell = open ?? { line, text: '' }
      if (closing === -1) return { ...started, text: started.text + text.slice(begin) + end }
      quoted = started.text + text.slice(begin, closing)
      at = closing + 1
      const next = text.indexOf(separator, at)
      const loose = text.slice(at, next === -1 ? text.length : next)
      if (open !== null)
        record.tall.push({
          line: open.line,
          separators: count(quoted, separator),
          isLoose: loose.trim() !== '',
        })
      record.cells.push(quoted.replaceAll('""', QUOTE) + loose)
      open = null
      if (next === -1) return null
      at = next
      continue
    }
    const next = text.indexOf(separator, at)
    record.cells.push(text.slice(at, next === -1 ? text.length : next))
    if (next === -1) return null
    at = next
  }
}

/** One record at a time. Throws UnreadableFile for a quote that never closes. */
function* recordsOf(lines: Iterable<TextLine>, separator: Separator): Generator<TextRecord> {
  let record = newRecord()
  let open: OpenCell | null = null
  for (const line of lines) {
    open = addCells(record, line, open, separator)
    record.isUnreadable ||= line.isUnreadable
    if (open !== null) {
      if (open.text.length > LONGEST_CELL) throw neverCloses(open.line)
      continue
    }
    yield { line: line.line, ...record }
    record = newRecord()
  }
  if (open !== null) throw neverCloses(open.line)
}

/** A quote that opens in one line and closes in another may be two strays: the lines between them would vanish. */
const swallows = ({ isLoose, separators }: TallCell, width: number, usualWidth: number) =>
  isLoose || width > usualWidth || (usualWidth > 1 && separators >= usualWidth - 1)

function requireBounds({ line, cells }: TextRecord): void {
  if (cells.some((cell) => cell.length > LONGEST_CELL)) throw tooLongCell(line)
  if (cells.slice(MOST_COLUMNS).some((cell) => textOf(cell) !== '')) throw tooManyColumns(line)
}

function usualOf(widths: ReadonlyMap<number, number>): number {
  const [usual] = [...widths].toSorted(([, one], [, other]) => other - one)
  return usual?.[0] ?? 0
}

/** Learns how many cells the lines have. */
class WidthsReader {
  readonly #counts = new Map<number, number>()
  readonly #rows: number[] = []
  readonly #widths: number[] = []
  readonly #endingBlank = new Set<number>()
  #widest = 0

  add(row: number, cells: readonly string[]): void {
    this.#counts.set(cells.length, (this.#counts.get(cells.length) ?? 0) + 1)
    this.#rows.push(row)
    this.#widths.push(cells.length)
    if (textOf(cells.at(-1)) === '') this.#endingBlank.add(cells.length)
    if (cells.length > this.#widest)
      this.#widest = Math.max(this.#widest, cells.findLastIndex((cell) => textOf(cell) !== '') + 1)
  }

  read(): TextWidths {
    const usual = usualOf(this.#counts)
    return {
      usual,
      widest: this.#widest,
      areKept: usual > 1 && this.#endingBlank.has(usual),
      partsOf: (width) => this.#partsOf(width),
    }
  }

  /** Short lines behind one another that have the cells of one line: a break stood in one of its cells. */
  #partsOf(whole: number): ReadonlySet<number> {
    const found = new Set<number>()
    // The rows of a run follow one another. Each is added once, however long the run is.
    let [from, last, cells, short, added] = [0, Number.NaN, 0, 0, 0]
    for (const [place, row] of this.#rows.entries()) {
      const width = this.#widths[place] ?? 0
      if (width >= whole) {
        last = Number.NaN
        continue
      }
      short++
      const goesOn = last === row - 1 && cells + width - 1 <= whole
      if (!goesOn) from = row
      cells = goesOn ? cells + width - 1 : width
      last = row
      if (row === from || cells !== whole) continue
      for (let part = Math.max(from, added + 1); part <= row; part++) found.add(part)
      added = row
    }
    // A file that leaves out blank cells has short lines, too.
    return found.size * 2 >= short ? found : new Set()
  }
}

function firstOf(lines: Iterable<TextLine>): TextLine[] {
  const first: TextLine[] = []
  for (const line of lines) {
    // A quote may open in the last of them.
    first.push({ ...line, text: line.text.slice(0, LONGEST_SAMPLE) })
    if (first.length === SAMPLE_LINES) break
  }
  return first
}

/** Returns the rows of cells. Throws UnreadableFile. */
export function readSeparated(lines: () => Iterable<TextLine>, score: HeaderScore): PackedRows {
  const separator = separatorOf(firstOf(lines()), score)
  const rows = new PackedRows()
  const widths = new WidthsReader()
  const tall: { readonly cell: TallCell; readonly width: number }[] = []
  let row = 0
  for (const record of recordsOf(lines(), separator)) {
    row++
    requireBounds(record)
    const { cells, isUnreadable } = record
    for (const cell of record.tall) tall.push({ cell, width: cells.length })
    widths.add(row, cells)
    if (cells.some((cell) => textOf(cell) !== '')) rows.add(row, cells.slice(0, MOST_COLUMNS), isUnreadable)
  }
  rows.widths = widths.read()
  const { usual } = rows.widths
  const swallowing = tall.find(({ cell, width }) => swallows(cell, width, usual))
  if (swallowing !== undefined) throw neverCloses(swallowing.cell.line)
  return rows
}
