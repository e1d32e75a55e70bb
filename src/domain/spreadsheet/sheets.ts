/**
 * Opens a spreadsheet or a CSV as sheets of cells, on the server and in the browser: .xlsx, separated text, and the web
 * page that some systems name .xls. docs/rules.md#spreadsheets
 */
import { hasPdfHeader } from '../lead/lead-file.ts'
import { boundedZip } from './bounded-zip.ts'
import { textOf } from './cells.ts'
import type { CodePage } from './code-pages.ts'
import { type Decode, isOldExcel, isZip, textLines } from './decode.ts'
import type { AccentsOption, Letters } from './letters.ts'
import { LARGEST_PAGE, PAGE_TOO_LARGE } from './limits.ts'
import { PackedRows } from './packed-rows.ts'
import { type HeaderScore, readSeparated } from './separated.ts'
import { readSheet, type SheetRows } from './sheet-rows.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { openWorkbook } from './workbook.ts'
import { BrokenXml, TooLongText } from './xml-reader.ts'

export interface OpenedSheet {
  /** '' for a file that has no sheets. */
  readonly name: string
  readonly isHidden: boolean
  /** Bytes, by which the longest is found. */
  readonly size: number
  /** `first`: only so many lines. Throws UnreadableFile. */
  readonly read: (first?: number) => SheetRows
}

export interface OpenedFile {
  readonly sheets: readonly OpenedSheet[]
  /** Empty unless its letters can be read in more than one way. */
  readonly accents: readonly AccentsOption[]
  /** One of them has to be chosen. */
  readonly isAsked: boolean
}

const DAMAGED = 'A planilha está danificada ou não é um .xlsx.'
const UNPACKS_TOO_LARGE =
  'A planilha ocupa espaço demais depois de descompactada. Copie só as linhas e as colunas necessárias para uma ' +
  'planilha nova, ou salve-a como CSV, e tente de novo.'
const OLD_EXCEL =
  'A planilha é do Excel antigo ou tem senha. Salve-a como .xlsx ou CSV, sem senha, e escolha o novo arquivo.'
const PDF = 'O arquivo é um PDF. Exporte os dados como planilha .xlsx ou CSV, e escolha o novo arquivo.'
const NO_SHEET = 'O arquivo não é uma planilha .xlsx nem um CSV.'
const WEB_PAGE =
  'O arquivo é uma página da web com nome de planilha, e não tem uma tabela. Abra-o no Excel e salve-o como .xlsx.'
const BROKEN_PAGE =
  'O arquivo é uma página da web com nome de planilha, e a tabela não pôde ser lida inteira. Abra-o no Excel e ' +
  'salve-o como .xlsx.'
const XML_2003 = 'O arquivo é uma planilha XML de 2003. Abra-o no Excel e salve-o como .xlsx.'

/** Whatever a damaged part throws is one sentence. */
function undamaged<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof BrokenXml || error instanceof TooLongText ? new UnreadableFile(DAMAGED) : error
  }
}

function workbook(bytes: Uint8Array, decode: Decode): OpenedFile {
  const bounded = boundedZip(bytes)
  if (bounded.kind === 'too large') throw new UnreadableFile(UNPACKS_TOO_LARGE)
  if (bounded.kind === 'broken') throw new UnreadableFile(DAMAGED)
  const book = undamaged(() => openWorkbook(bounded.zip, decode))
  const sheets = book.sheets.map((sheet) => ({
    name: sheet.name,
    isHidden: sheet.isHidden,
    size: sheet.part.packed.length,
    read: (first?: number) => undamaged(() => readSheet(book, sheet, decode, first)),
  }))
  return { sheets, accents: [], isAsked: false }
}

const unnamed = (rows: PackedRows): readonly OpenedSheet[] => [
  { name: '', isHidden: false, size: 0, read: () => ({ rows, hidden: 0 }) },
]

async function parsedPage(text: string) {
  // Few files are pages, and the code of the rest of the library is large.
  const { fromHtml } = await import('hucre')
  try {
    return fromHtml(text, { typeInference: false, classes: false })
  } catch {
    throw new UnreadableFile(BROKEN_PAGE)
  }
}

async function pageRows(text: string): Promise<PackedRows> {
  if (/<workbook\b/iu.test(text)) throw new UnreadableFile(XML_2003)
  if (!/<table\b/iu.test(text)) throw new UnreadableFile(WEB_PAGE)
  const { rows } = await parsedPage(text)
  // The parser ends silently at markup that it does not understand.
  if (rows.length < (text.match(/<tr\b/giu)?.length ?? 0)) throw new UnreadableFile(BROKEN_PAGE)
  const packed = new PackedRows()
  for (const [place, cells] of rows.entries())
    if (cells.some((cell) => textOf(cell) !== '')) packed.add(place + 1, cells)
  return packed
}

const PAGE = /^\s*<(?:!doctype|html|\?xml|table|head|meta)/iu

function isPage({ lines }: Letters): boolean {
  for (const { text } of lines()) if (text.trim() !== '') return PAGE.test(text)
  return false
}

async function textRows(letters: Letters, size: number, score: HeaderScore): Promise<PackedRows> {
  if (!isPage(letters)) return readSeparated(letters.lines, score)
  if (size > LARGEST_PAGE) throw new UnreadableFile(PAGE_TOO_LARGE)
  return pageRows(Array.from(letters.lines(), ({ text }) => text).join('\n'))
}

export interface FileToOpen {
  readonly bytes: Uint8Array
  readonly decode: Decode
  /** The answer to how letters are read that can be read in more than one way; null where none was given. */
  readonly accents?: CodePage | null
  /** Rates a row as the line of headers. */
  readonly score: HeaderScore
}

/** Returns the sheets in their order. Throws UnreadableFile. */
export async function openFile({ bytes, decode, accents = null, score }: FileToOpen): Promise<OpenedFile> {
  if (isOldExcel(bytes)) throw new UnreadableFile(OLD_EXCEL)
  if (hasPdfHeader(bytes)) throw new UnreadableFile(PDF)
  if (isZip(bytes)) return workbook(bytes, decode)
  const letters = textLines(bytes, decode, accents)
  if (letters === null) throw new UnreadableFile(NO_SHEET)
  const rows = await textRows(letters, bytes.length, score)
  return { sheets: unnamed(rows), accents: letters.options, isAsked: letters.isOpen }
}
