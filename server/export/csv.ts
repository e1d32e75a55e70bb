/**
 * The sheets of an export: CSV in UTF-8 with a byte order mark, ';' between the cells, as Excel in Brazil opens it. Nothing is
 * lost: an empty cell is no value, `""` is an empty text. docs/rules.md#export-of-everything
 */
import type { Column } from '../backup/rows.ts'

const BYTE_ORDER_MARK = '\uFEFF'
const SEPARATOR = ';'
const NEW_LINE = '\r\n'

/**
 * A spreadsheet program takes a text that begins like this for a formula, which could run commands on the reader's
 * machine.
 */
const LIKE_A_FORMULA = /^['=+\-@\t\r]/
const NEEDS_QUOTES = /[";\r\n]|^\s|\s$/

const isText = (type: string) => type === 'text' || type.startsWith('character')
const isDecimal = (type: string) => type.startsWith('numeric') || type === 'double precision'

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The cell of a value as PostgreSQL writes it; null: none. */
export function cellOf(value: string | null, type: string): string {
  if (value === null) return ''
  if (value === '') return '""'
  const guarded = isText(type) && LIKE_A_FORMULA.test(value) ? `'${value}` : value
  const shown = isDecimal(type) ? guarded.replace('.', ',') : guarded
  return NEEDS_QUOTES.test(shown) ? quoted(shown) : shown
}

/** The value that `cellOf` made the cell of. */
export function valueOf(cell: string | null, type: string): string | null {
  if (cell === null) return null
  if (isText(type)) return cell.startsWith("'") ? cell.slice(1) : cell
  return isDecimal(type) ? cell.replace(',', '.') : cell
}

export const headLine = (columns: readonly Column[]): string =>
  `${BYTE_ORDER_MARK}${columns.map(({ name }) => name).join(SEPARATOR)}${NEW_LINE}`

export const lineOf = (values: readonly (string | null)[], columns: readonly Column[]): string =>
  columns.map(({ type }, at) => cellOf(values[at] ?? null, type)).join(SEPARATOR) + NEW_LINE

/** A sheet that ends within a cell or a line. */
export class BrokenSheet extends Error {
  override readonly name = 'BrokenSheet'
}

const END_OF_PLAIN = /[;\r\n]/g

type Cells = (string | null)[]

/** Reads a sheet as it comes. A cell without quotes and without content is null. */
class SheetReader {
  #cell = ''
  #row: Cells = []
  #state: 'start' | 'plain' | 'quoted' | 'closing' = 'start'
  #isQuoted = false

  /** Returns the lines that end in this part. */
  push(text: string): Cells[] {
    const rows: Cells[] = []
    for (let at = 0; at < text.length; ) {
      if (this.#state === 'quoted') at = this.#readQuoted(text, at)
      else if (text[at] === '"' && this.#state !== 'plain') at = this.#openQuotes(at)
      else if (text[at] === SEPARATOR) at = this.#endCell(at)
      else if (text[at] === '\n') {
        at = this.#endCell(at)
        rows.push(this.#row)
        this.#row = []
      } else if (text[at] === '\r') at++
      else at = this.#readPlain(text, at)
    }
    return rows
  }

  end(): void {
    if (this.#state !== 'start' || this.#row.length > 0) throw new BrokenSheet('the sheet ends within a line')
  }

  #readQuoted(text: string, at: number): number {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    this.#cell += text.slice(at, end)
    if (quote >= 0) this.#state = 'closing'
    return end + 1
  }

  /** Quotes within quotes are doubled. */
  #openQuotes(at: number): number {
    if (this.#state === 'closing') this.#cell += '"'
    this.#state = 'quoted'
    this.#isQuoted = true
    return at + 1
  }

  #readPlain(text: string, at: number): number {
    END_OF_PLAIN.lastIndex = at
    const end = END_OF_PLAIN.exec(text)?.index ?? text.length
    this.#cell += text.slice(at, end)
    this.#state = 'plain'
    return end
  }

  #endCell(at: number): number {
    this.#row.push(this.#isQuoted || this.#cell !== '' ? this.#cell : null)
    this.#cell = ''
    this.#state = 'start'
    this.#isQuoted = false
    return at + 1
  }
}

/** Yields the lines of a sheet in groups, the head among them. Throws a BrokenSheet. */
export async function* readSheet(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Cells[]> {
  // It takes the byte order mark away, and refuses what is not UTF-8.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = new SheetReader()
  for await (const chunk of bytes) yield reader.push(decoder.decode(chunk, { stream: true }))
  yield reader.push(decoder.decode())
  reader.end()
}
