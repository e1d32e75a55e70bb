/** The rows of one sheet of an .xlsx, read piece by piece. docs/rules.md#bounds-of-a-file */
import { textOf } from './cells.ts'
import type { Decode } from './decoder.ts'
import { LONGEST_CELL, MOST_COLUMNS, tooLongCell, tooManyColumns } from './limits.ts'
import { mendedText } from './mended-text.ts'
import type { PackedCell } from './packed-cells.ts'
import { PackedRows } from './packed-rows.ts'
import { readXml, unescaped, type Workbook, type WorkbookSheet } from './workbook.ts'
import { attributeOf, BrokenXml, TooLongText } from './xml-reader.ts'

const DAY_MS = 86_400_000
const FROM_1900 = Date.UTC(1899, 11, 31)
const FROM_1904 = Date.UTC(1904, 0, 1)
/** Excel counts a 29 February 1900, which there was not. */
const NO_DAY = 60

/** Days as Excel keeps them: numbers in a format that shows a day. Pure. docs/rules.md#spreadsheets The day of a number. */
function dayOfSerial(serial: number, isFrom1904: boolean): Date {
  if (isFrom1904) return new Date(FROM_1904 + Math.round(serial * DAY_MS))
  const days = serial >= NO_DAY ? serial - 1 : serial
  return new Date(FROM_1900 + Math.round(days * DAY_MS))
}

export interface SheetRows {
  readonly rows: PackedRows
  /** Rows that a filter hides. */
  readonly hidden: number
}

const [FIRST_LETTER, LETTERS] = ['A'.charCodeAt(0) - 1, 26]

/** The place of a column from its letters: 0 for 'A12'. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    const number = letter.charCodeAt(0) - FIRST_LETTER
    if (number < 1 || number > LETTERS) break
    column = column * LETTERS + number
  }
  return column - 1
}

/** Beyond these a hundredfold has the noise of binary fractions. */
const PERCENT_DECIMALS = 8

interface OpenCell {
  readonly column: number
  readonly type: string
  readonly style: number
}

/** Hears the tags of a sheet, and keeps its rows. */
class SheetReader {
  readonly rows: PackedRows
  hidden = 0
  readonly #book: Workbook
  #line = 0
  #cells: PackedCell[] = []
  #cell: OpenCell | null = null
  #nextColumn = 0
  #text = ''
  #isText = false
  #isPhonetic = false

  constructor(book: Workbook) {
    this.#book = book
    this.rows = new PackedRows(book.texts)
  }

  get line(): number {
    return this.#line
  }

  open(tag: string, attributes: string): void {
    if (tag === 'row') this.#beginRow(attributes)
    else if (tag === 'c') this.#beginCell(attributes)
    else if (tag === 'rPh') this.#isPhonetic = true
    else if (tag === 'v' || tag === 't') this.#isText = this.#cell !== null && !this.#isPhonetic
  }

  close(tag: string): void {
    if (tag === 'row') this.#endRow()
    else if (tag === 'c') this.#endCell()
    else if (tag === 'rPh') this.#isPhonetic = false
    else if (tag === 'v' || tag === 't') this.#isText = false
  }

  text(piece: string): void {
    if (!this.#isText) return
    this.#text += piece
    if (this.#text.length > LONGEST_CELL) throw new TooLongText()
  }

  #beginRow(attributes: string): void {
    const given = attributeOf(attributes, 'r')
    const line = given === null ? this.#line + 1 : Number(given)
    if (!(line > this.#line)) throw new BrokenXml()
    this.#line = line
    this.#cells = []
    this.#nextColumn = 0
    if (/^(?:1|true)$/u.test(attributeOf(attributes, 'hidden') ?? '')) this.hidden++
  }

  #beginCell(attributes: string): void {
    const reference = attributeOf(attributes, 'r')
    const column = reference === null ? this.#nextColumn : columnOf(reference)
    if (column < 0) throw new BrokenXml()
    this.#nextColumn = column + 1
    this.#text = ''
    this.#cell = {
      column,
      type: attributeOf(attributes, 't') ?? 'n',
      style: Number(attributeOf(attributes, 's') ?? '-1'),
    }
  }

  #endCell(): void {
    const cell = this.#cell
    this.#cell = null
    if (cell === null || this.#text === '') return
    const value = this.#valueOf(cell)
    if (cell.column >= MOST_COLUMNS) {
      if (!this.#isBlank(value)) throw tooManyColumns(this.#line)
      return
    }
    while (this.#cells.length < cell.column) this.#cells.push(null)
    this.#cells[cell.column] = value
  }

  #valueOf({ type, style }: OpenCell): PackedCell {
    const text = this.#text
    if (type === 's') return { shared: Number(text) }
    if (type === 'b') return text === '1' || text.toLowerCase() === 'true'
    if (type === 'e') return text
    if (type === 'str' || type === 'inlineStr') return mendedText(unescaped(text))
    const number = Number(text)
    if (Number.isNaN(number)) return text
    const kind = this.#book.kindOf(style)
    if (kind === 'day') return dayOfSerial(number, this.#book.isFrom1904)
    // The cell of '15%' has 0.15.
    return kind === 'percent' ? `${Number((number * 100).toFixed(PERCENT_DECIMALS))}%` : number
  }

  #isBlank(cell: PackedCell): boolean {
    if (typeof cell !== 'object' || cell === null || cell instanceof Date) return textOf(cell) === ''
    return textOf(this.#book.texts.textOf(cell.shared)) === ''
  }

  #endRow(): void {
    if (!this.#cells.every((cell) => this.#isBlank(cell))) this.rows.add(this.#line, this.#cells)
  }
}

/** `first`: reads only so many lines. Throws BrokenXml, UnreadableFile. */
export function readSheet(book: Workbook, sheet: WorkbookSheet, decode: Decode, first?: number): SheetRows {
  const reader = new SheetReader(book)
  const events = {
    open: (tag: string, attributes: string) => reader.open(tag, attributes),
    close: (tag: string) => reader.close(tag),
    text: (piece: string) => reader.text(piece),
  }
  try {
    readXml(sheet.part, decode, events, () => first !== undefined && reader.line > first)
  } catch (error) {
    throw error instanceof TooLongText ? tooLongCell(reader.line) : error
  }
  return { rows: reader.rows, hidden: reader.hidden }
}
