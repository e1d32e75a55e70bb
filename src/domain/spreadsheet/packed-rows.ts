/**
 * The rows of a sheet in little memory, however many: they can be gone through as often as needed, one at a time.
 * docs/rules.md#bounds-of-a-file
 */
import type { Cell } from './cells.ts'
import { MOST_LINES, MOST_ROWS, MOST_TEXT, TOO_MUCH_TEXT, tooManyLines } from './limits.ts'
import { CellReader, CellWriter, NO_TEXTS, type PackedCell } from './packed-cells.ts'
import { UnreadableFile } from './unreadable-file.ts'

export interface TableLine {
  /** As the spreadsheet numbers it, from 1. */
  readonly line: number
  readonly cells: readonly Cell[]
  /** Its letters are in no encoding that makes words of them: it is refused. */
  readonly isUnreadable?: boolean
  /** A text whose cells are not those of the headers: a separator or a line break is in one of them. It is refused. */
  readonly isBroken?: boolean
}

/** How many cells the lines of a text have. */
export interface TextWidths {
  readonly usual: number
  /** With the last cell that has anything in it. */
  readonly widest: number
  /** Lines have all of their cells, blank ones at their end, too. */
  readonly areKept: boolean
  /** Rows that together have the cells of one line of this width. */
  readonly partsOf: (width: number) => ReadonlySet<number>
}

/** Lines that can be gone through again and again. */
export interface TableLines extends Iterable<TableLine> {
  readonly length: number
}

/** Titles above the headers, and the headers themselves, count as lines. */
const ABOVE = 15

const PIECE = 1024 * 1024

/** Bytes that grow, in pieces that are never copied again: an array that doubles would take three times its size. */
class ByteStore {
  readonly #pieces: Uint8Array[] = []
  #used = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Returns the place by which the bytes are found again. */
  add(bytes: Uint8Array): { readonly piece: number; readonly at: number } {
    const last = this.#pieces.at(-1)
    if (last === undefined || last.length - this.#used < bytes.length) {
      this.#pieces.push(new Uint8Array(Math.max(PIECE, bytes.length)))
      this.#used = 0
    }
    const piece = this.#pieces.length - 1
    const at = this.#used
    this.#pieces[piece]?.set(bytes, at)
    this.#used += bytes.length
    this.#length += bytes.length
    return { piece, at }
  }

  piece(number: number): Uint8Array {
    return this.#pieces[number] ?? new Uint8Array()
  }
}

/** Texts by their numbers. */
export class PackedTexts {
  readonly #store = new ByteStore()
  readonly #writer = new CellWriter()
  readonly #pieces: number[] = []
  readonly #places: number[] = []

  get bytes(): number {
    return this.#store.length + 16 * this.#places.length
  }

  add(text: string): void {
    this.#writer.clear()
    this.#writer.text(text)
    const { piece, at } = this.#store.add(this.#writer.written)
    this.#pieces.push(piece)
    this.#places.push(at)
    if (this.bytes > MOST_TEXT) throw new UnreadableFile(TOO_MUCH_TEXT)
  }

  readonly textOf = (number: number): string => {
    const [piece, at] = [this.#pieces[number], this.#places[number]]
    if (piece === undefined || at === undefined) return ''
    return String(new CellReader(this.#store.piece(piece), at).cell(NO_TEXTS) ?? '')
  }
}

const FLAG = 1

/** Rows are added in their order. Blank ones are not stored: they are the gaps between the others. */
export class PackedRows implements TableLines {
  readonly #store = new ByteStore()
  readonly #writer = new CellWriter()
  readonly #texts: PackedTexts | null
  readonly #pieces: number[] = []
  readonly #places: number[] = []
  readonly #lines: number[] = []
  /** null for sheets, whose cells stand where they are. */
  widths: TextWidths | null = null

  constructor(texts: PackedTexts | null = null) {
    this.#texts = texts
  }

  /** The number of the last row that has anything in it. */
  get length(): number {
    return this.#lines.at(-1) ?? 0
  }

  /** `line` is greater than that of the row before. Throws UnreadableFile beyond the limits. */
  add(line: number, cells: readonly PackedCell[], isUnreadable = false): void {
    if (line > MOST_ROWS || this.#lines.length >= MOST_LINES + ABOVE) throw tooManyLines()
    this.#writer.clear()
    this.#writer.length(2 * cells.length + (isUnreadable ? FLAG : 0))
    for (const cell of cells) this.#writer.cell(cell)
    const { piece, at } = this.#store.add(this.#writer.written)
    this.#pieces.push(piece)
    this.#places.push(at)
    this.#lines.push(line)
    if (this.#store.length + (this.#texts?.bytes ?? 0) > MOST_TEXT) throw new UnreadableFile(TOO_MUCH_TEXT)
  }

  #row(place: number): TableLine {
    const reader = new CellReader(this.#store.piece(this.#pieces[place] ?? 0), this.#places[place] ?? 0)
    const head = reader.length()
    const textOf = this.#texts?.textOf ?? NO_TEXTS
    const cells = Array.from({ length: head >> 1 }, () => reader.cell(textOf))
    const line = this.#lines[place] ?? 0
    return head & FLAG ? { line, cells, isUnreadable: true } : { line, cells }
  }

  /** How many rows behind this one have anything in them. */
  filledAfter(line: number): number {
    return this.#lines.filter((number) => number > line).length
  }

  /** The rows behind this one. */
  *after(line: number): Generator<TableLine> {
    let next = line + 1
    for (const [place, number] of this.#lines.entries()) {
      if (number <= line) continue
      for (; next < number; next++) yield { line: next, cells: [] }
      yield this.#row(place)
      next = number + 1
    }
  }

  [Symbol.iterator](): Generator<TableLine> {
    return this.after(0)
  }
}
