/** Reads an .xlsx or CSV file as a table with its headers, on the server and in the browser. docs/rules.md#renewal-import */
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { boundedZip } from './bounded-zip.ts'
import { type Cell, textOf } from './cells.ts'
import { recognised, suggestedMapping } from './columns.ts'

export interface TableLine {
  /** As the spreadsheet numbers it, from 1. */
  readonly line: number
  readonly cells: readonly Cell[]
}

export interface RenewalTable {
  readonly headers: readonly string[]
  readonly lines: readonly TableLine[]
}

/** Lines of one file. */
export const MOST_LINES = 100_000
export const LARGEST_FILE = 25 * 1024 * 1024

const DAMAGED = 'A planilha está danificada ou não é um .xlsx.'
const UNPACKS_TOO_LARGE =
  'A planilha ocupa espaço demais depois de descompactada. Copie só as linhas e as colunas das apólices para uma ' +
  'planilha nova, ou salve-a como CSV, e tente de novo.'

/** A file that can't be imported; the message is for the user. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** Decodes bytes; null where they are not in that encoding. */
export type Decode = (bytes: Uint8Array, encoding: 'utf-8' | 'windows-1252') => string | null

/** Lines above the headers, such as a title. */
const HEAD_LINES = 15
/**
 * A row is made as wide as the widest, so one cell at the far end of a sheet would cost gigabytes. 256 columns, and one
 * line more than there may be.
 */
const READ = `A1:IV${HEAD_LINES + MOST_LINES + 2}`

const startsWith = (bytes: Uint8Array, ...first: readonly number[]) =>
  first.every((byte, place) => bytes[place] === byte)
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b)
const isOldExcel = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)

async function rowsOf(bytes: Uint8Array, decode: Decode): Promise<Cell[][]> {
  if (isOldExcel(bytes))
    throw new UnreadableFile('Salve a planilha como .xlsx ou CSV e escolha o novo arquivo.')
  if (isZip(bytes)) {
    const bounded = boundedZip(bytes)
    if (bounded.kind === 'too large') throw new UnreadableFile(UNPACKS_TOO_LARGE)
    if (bounded.kind === 'broken') throw new UnreadableFile(DAMAGED)
    try {
      const { sheets } = await readXlsx(bounded.zip, { sheets: [0], range: READ })
      return sheets[0]?.rows ?? []
    } catch {
      throw new UnreadableFile(DAMAGED)
    }
  }
  // Each byte is some sign of Windows-1252, so it comes second.
  const text = decode(bytes, 'utf-8') ?? decode(bytes, 'windows-1252') ?? ''
  if (text.includes('\0')) throw new UnreadableFile('O arquivo não é uma planilha .xlsx nem um CSV.')
  try {
    return parseCsv(text, { delimiter: delimiterOf(text) })
  } catch {
    throw new UnreadableFile('O CSV está danificado: uma das linhas tem aspas que não fecham.')
  }
}

/** The sign that the first lines have most of. Brazilian spreadsheets write semicolons, since commas are decimal. */
function delimiterOf(text: string): string {
  const head = text
    .split('\n', 10)
    .join('\n')
    .replaceAll(/"[^"]*"/g, '')
  const count = (sign: string) => head.split(sign).length
  return [';', ',', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

const LEAST_RECOGNISED = 2

/** The line that names most fields, else the first that has anything. */
function headerLine(rows: readonly (readonly Cell[])[]): number {
  const scores = rows.slice(0, HEAD_LINES).map((row) => recognised(suggestedMapping(row.map(textOf))))
  const best = Math.max(...scores)
  if (best >= LEAST_RECOGNISED) return scores.indexOf(best)
  return Math.max(
    0,
    rows.findIndex((row) => row.some((cell) => textOf(cell) !== '')),
  )
}

/** Throws UnreadableFile. */
export async function readTable(bytes: Uint8Array, decode: Decode): Promise<RenewalTable> {
  const rows = await rowsOf(bytes, decode)
  const head = headerLine(rows)
  const headers = (rows[head] ?? []).map(textOf)
  if (headers.every((header) => header === '')) throw new UnreadableFile('O arquivo está vazio.')
  const lines = rows.slice(head + 1).map((cells, place) => ({ line: head + place + 2, cells }))
  if (lines.length > MOST_LINES)
    throw new UnreadableFile('O arquivo tem linhas demais: o limite é de 100.000. Divida-o em dois.')
  return { headers, lines }
}
