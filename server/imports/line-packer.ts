/**
 * Packs the lines that a thread reads as the rows of their table: 100,000 of them as values would take more memory than
 * the whole server. It knows nothing of the database, whose code would cost the thread more than its lines.
 * docs/rules.md#bounds-of-a-file
 */
import { deflateRawSync } from 'node:zlib'
import type { RefusedLine } from '../../src/domain/imports/line-cells.ts'
import type { LineSink } from '../../src/domain/spreadsheet/judged-lines.ts'

/** As a thread hands them over. */
export interface PackedLines {
  readonly length: number
  /** Each is a JSON list of rows, without the import's number. */
  readonly pieces: readonly Uint8Array[]
}

/** The good and the refused lines, and how many are blank. */
export interface ReadUpload {
  readonly kind: 'read'
  readonly good: PackedLines
  readonly refused: PackedLines
  readonly blank: number
}

/** A larger text would be kept apart by the collector of the server's memory, and given back late. */
const ROWS_A_PIECE = 50

/** Packs rows as they come. */
class LinePacker {
  #waiting: object[] = []
  readonly #pieces: Uint8Array[] = []
  #length = 0

  add(row: object): void {
    this.#length++
    this.#waiting.push(row)
    if (this.#waiting.length === ROWS_A_PIECE) this.#pack()
  }

  #pack(): void {
    if (this.#waiting.length === 0) return
    // Of its own memory: a part of the buffer that Node shares can't be handed over.
    this.#pieces.push(Uint8Array.from(deflateRawSync(JSON.stringify(this.#waiting), { level: 1 })))
    this.#waiting = []
  }

  packed(): PackedLines {
    this.#pack()
    return { length: this.#length, pieces: this.#pieces }
  }
}

/** Packs what a reader hands over, line by line. */
export function packed(
  read: (sink: LineSink<unknown, RefusedLine>) => { readonly blank: number },
): ReadUpload {
  const good = new LinePacker()
  const refused = new LinePacker()
  const { blank } = read({
    good: ({ line, row }) => good.add({ line, data: row }),
    refused: ({ reasons, ...line }) => refused.add({ ...line, reason: reasons.join('; ') }),
  })
  return { kind: 'read', good: good.packed(), refused: refused.packed(), blank }
}
