/**
 * Reads text whose cells are separated by a sign. A quote that never closes would make one cell of all lines behind it:
 * such a file is refused with the number of its line. docs/rules.md#spreadsheets
 */
import { parseCsv } from 'hucre/csv'
import { UnreadableFile } from './unreadable-file.ts'

const SEPARATORS = [';', ',', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

const QUOTE = '"'

/** Scores a row as the line of headers: the more it names, the higher. */
export type HeaderScore = (row: readonly string[]) => number

const count = (text: string, sign: string) => text.split(sign).length - 1

/** Lines among which the headers are. */
const SAMPLE_LINES = 15

/** The separator that makes the known headers, otherwise the one that the first lines have most of. */
export function separatorOf(text: string, score: HeaderScore): Separator {
  const sample = text.split(/\r\n|\r|\n/u, SAMPLE_LINES)
  const plain = sample.join('\n').replaceAll(/"[^"]*"/gu, '')
  const rated = SEPARATORS.map((sign) => {
    const rows = sample.flatMap((line) => parseCsv(line, { delimiter: sign }))
    const best = Math.max(0, ...rows.map((row) => score(row.map(String))))
    return { sign, best, count: count(plain, sign) }
  })
  return rated.reduce((best, each) =>
    each.best > best.best || (each.best === best.best && each.count > best.count) ? each : best,
  ).sign
}

const neverCloses = (line: number) =>
  new UnreadableFile(
    `O CSV está danificado: a linha ${line} abre aspas que não fecham. Corrija-a, ou salve a planilha como .xlsx.`,
  )

/** A quoted cell of several lines, and the cells that its record has with it. */
interface TallCell {
  /** Of the file, where the quote opens. */
  readonly line: number
  readonly separators: number
  readonly isLoose: boolean
  readonly width: number
}

interface Scanned {
  readonly records: number
  readonly usualWidth: number
  readonly tall: readonly TallCell[]
}

/** Where a quoted cell ends: behind its last quote. */
function endOfQuoted(text: string, start: number): number | null {
  let at = text.indexOf(QUOTE, start + 1)
  while (at !== -1 && text[at + 1] === QUOTE) at = text.indexOf(QUOTE, at + 2)
  return at === -1 ? null : at + 1
}

function endOfPlain(text: string, start: number, separator: Separator): number {
  let at = start
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

const BREAKS = /\r\n|\r|\n/gu

/** Counts records and cells without the parser. Throws UnreadableFile for a quote that never closes. */
function scan(text: string, separator: Separator): Scanned {
  const widths = new Map<number, number>()
  const tall: TallCell[] = []
  let tallOfRecord: Omit<TallCell, 'width'>[] = []
  let line = 1
  let records = 0
  let width = 0
  let at = 0
  const endRecord = () => {
    widths.set(width, (widths.get(width) ?? 0) + 1)
    for (const cell of tallOfRecord) tall.push({ ...cell, width })
    tallOfRecord = []
    records++
    width = 0
  }
  while (at < text.length) {
    const start = at
    const isQuoted = text[at] === QUOTE
    const behind = isQuoted ? endOfQuoted(text, at) : at
    if (behind === null) throw neverCloses(line)
    at = endOfPlain(text, behind, separator)
    width++
    const quoted = isQuoted ? text.slice(start, behind) : ''
    const breaks = quoted.match(BREAKS)?.length ?? 0
    if (breaks > 0)
      tallOfRecord.push({
        line,
        separators: count(quoted, separator),
        isLoose: text.slice(behind, at).trim() !== '',
      })
    line += breaks
    const sign = text[at]
    at++
    // The last cell of the file may be empty.
    if (sign === separator && at === text.length) width++
    if (sign === separator && at < text.length) continue
    if (sign === '\r' && text[at] === '\n') at++
    line++
    endRecord()
  }
  const usual = [...widths].toSorted(([, one], [, other]) => other - one)[0]
  return { records, usualWidth: usual?.[0] ?? 0, tall }
}

/** A quote that opens in one line and closes in another may be two strays: the lines between them would vanish. */
const swallows = ({ isLoose, width, separators }: TallCell, usualWidth: number) =>
  isLoose || width > usualWidth || (usualWidth > 1 && separators >= usualWidth - 1)

/** Returns the rows of cells. Throws UnreadableFile. */
export function readSeparated(text: string, score: HeaderScore): string[][] {
  const separator = separatorOf(text, score)
  const { records, usualWidth, tall } = scan(text, separator)
  const swallowing = tall.find((cell) => swallows(cell, usualWidth))
  if (swallowing !== undefined) throw neverCloses(swallowing.line)
  const rows = parseCsv(text, { delimiter: separator }).map((row) => row.map((cell) => String(cell ?? '')))
  if (rows.length !== records)
    throw new UnreadableFile(
      'O CSV está danificado: as linhas lidas não somam as do arquivo. Salve a planilha como .xlsx e tente de novo.',
    )
  return rows
}
