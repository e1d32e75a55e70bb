/** Cells as bytes. A line of a spreadsheet takes a tenth of what its cells take as values. */
import type { Cell } from './cells.ts'

/** A text that many cells share, by its number. */
export interface SharedText {
  readonly shared: number
}
export type PackedCell = Cell | SharedText

const NONE = 0
const LATIN = 1
const WIDE = 2
const NUMBER = 3
const DAY = 4
const YES = 5
const NO = 6
const SHARED = 7

const NUMBER_BYTES = 8
const FIRST_WIDE = 0x1_00

/** Writes one cell behind the other. */
export class CellWriter {
  #bytes = new Uint8Array(4096)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  clear(): void {
    this.#length = 0
  }

  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #room(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + count))
    larger.set(this.#bytes)
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }

  #byte(value: number): void {
    this.#bytes[this.#length++] = value
  }

  /** Seven bits a byte. */
  length(value: number): void {
    this.#room(5)
    let rest = value
    for (; rest >= 0x80; rest >>>= 7) this.#byte((rest & 0x7f) | 0x80)
    this.#byte(rest)
  }

  #tagged(tag: number, value: number): void {
    this.#room(1 + NUMBER_BYTES)
    this.#byte(tag)
    this.#view.setFloat64(this.#length, value)
    this.#length += NUMBER_BYTES
  }

  text(text: string): void {
    this.#room(6 + 2 * text.length)
    const tagAt = this.#length
    this.#byte(LATIN)
    this.length(text.length)
    const begin = this.#length
    for (let place = 0; place < text.length; place++) {
      const code = text.charCodeAt(place)
      if (code >= FIRST_WIDE) return this.#wide(text, tagAt, begin)
      this.#byte(code)
    }
  }

  #wide(text: string, tagAt: number, begin: number): void {
    this.#bytes[tagAt] = WIDE
    for (let place = 0; place < text.length; place++)
      this.#view.setUint16(begin + 2 * place, text.charCodeAt(place), true)
    this.#length = begin + 2 * text.length
  }

  cell(cell: PackedCell): void {
    this.#room(16)
    if (cell === null || cell === '') this.#byte(NONE)
    else if (typeof cell === 'string') this.text(cell)
    else if (typeof cell === 'number') this.#tagged(NUMBER, cell)
    else if (typeof cell === 'boolean') this.#byte(cell ? YES : NO)
    else if (cell instanceof Date) this.#tagged(DAY, cell.getTime())
    else {
      this.#byte(SHARED)
      this.length(cell.shared)
    }
  }
}

/** Arguments of one call are limited. */
const AT_ONCE = 8192

/** Reads what CellWriter wrote, from a place on. */
export class CellReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#at = at
  }

  length(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#at++] ?? 0
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }

  #number(): number {
    this.#at += NUMBER_BYTES
    return this.#view.getFloat64(this.#at - NUMBER_BYTES)
  }

  #latin(length: number): string {
    let text = ''
    const end = this.#at + length
    for (let at = this.#at; at < end; at += AT_ONCE)
      text += String.fromCharCode(...this.#bytes.subarray(at, Math.min(end, at + AT_ONCE)))
    this.#at = end
    return text
  }

  #wide(length: number): string {
    const codes = Array.from({ length }, (_, place) => this.#view.getUint16(this.#at + 2 * place, true))
    this.#at += 2 * length
    let text = ''
    for (let at = 0; at < length; at += AT_ONCE) text += String.fromCharCode(...codes.slice(at, at + AT_ONCE))
    return text
  }

  cell(sharedText: (number: number) => string): Cell {
    const tag = this.#bytes[this.#at++]
    switch (tag) {
      case LATIN:
        return this.#latin(this.length())
      case WIDE:
        return this.#wide(this.length())
      case NUMBER:
        return this.#number()
      case DAY:
        return new Date(this.#number())
      case YES:
        return true
      case NO:
        return false
      case SHARED:
        return sharedText(this.length())
      case NONE:
      default:
        return null
    }
  }
}

export const NO_TEXTS = (): string => ''
