/**
 * Opens a spreadsheet or a CSV as sheets of cells, on the server and in the browser: .xlsx, separated text, and the web
 * page that some systems name .xls. docs/rules.md#spreadsheets
 */
import { fromHtml } from 'hucre'
import { readXlsx } from 'hucre/xlsx'
import { boundedZip } from './bounded-zip.ts'
import type { Cell } from './cells.ts'
import { type Decode, decodeText, isOldExcel, isPdf, isZip } from './decode.ts'
import { type HeaderScore, readSeparated } from './separated.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Lines with anything in them, of one sheet. */
export const MOST_LINES = 100_000
/** Blank lines between them are free. A row is made as wide as the widest, so a cell far below would cost gigabytes. */
const MOST_ROWS = 3 * MOST_LINES
/** 256 columns, and one row more than there may be. */
const READ = `A1:IV${MOST_ROWS + 1}`

export interface OpenedSheet {
  /** '' for a file that has no sheets. */
  readonly name: string
  readonly isHidden: boolean
  readonly rows: readonly (readonly Cell[])[]
  /** Rows that a filter of the spreadsheet hides. They are read like all others. */
  readonly hiddenRows: number
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
export const TOO_MANY_LINES = 'O arquivo tem linhas demais: o limite é de 100.000. Divida-o em dois.'

async function workbook(bytes: Uint8Array): Promise<OpenedSheet[]> {
  const bounded = boundedZip(bytes)
  if (bounded.kind === 'too large') throw new UnreadableFile(UNPACKS_TOO_LARGE)
  if (bounded.kind === 'broken') throw new UnreadableFile(DAMAGED)
  const { sheets } = await readXlsx(bounded.zip, { range: READ }).catch(() => {
    throw new UnreadableFile(DAMAGED)
  })
  return sheets.map(({ name, rows, rowDefs, hidden, veryHidden }) => ({
    name,
    isHidden: hidden === true || veryHidden === true,
    rows,
    hiddenRows: [...(rowDefs?.values() ?? [])].filter((row) => row.hidden === true).length,
  }))
}

const unnamed = (rows: OpenedSheet['rows']): OpenedSheet[] => [
  { name: '', isHidden: false, rows, hiddenRows: 0 },
]

function parsedPage(text: string) {
  try {
    return fromHtml(text, { typeInference: false, classes: false })
  } catch {
    throw new UnreadableFile(BROKEN_PAGE)
  }
}

function webPage(text: string): OpenedSheet[] {
  if (/<workbook\b/iu.test(text)) throw new UnreadableFile(XML_2003)
  if (!/<table\b/iu.test(text)) throw new UnreadableFile(WEB_PAGE)
  const { rows } = parsedPage(text)
  // The parser ends silently at markup that it does not understand.
  if (rows.length < (text.match(/<tr\b/giu)?.length ?? 0)) throw new UnreadableFile(BROKEN_PAGE)
  return unnamed(rows)
}

/** Returns the sheets in their order; `score` rates a row as the line of headers. Throws UnreadableFile. */
export async function openSheets(
  bytes: Uint8Array,
  { decode, score }: { readonly decode: Decode; readonly score: HeaderScore },
): Promise<OpenedSheet[]> {
  if (isOldExcel(bytes)) throw new UnreadableFile(OLD_EXCEL)
  if (isPdf(bytes)) throw new UnreadableFile(PDF)
  if (isZip(bytes)) return workbook(bytes)
  const text = decodeText(bytes, decode)
  if (text === null) throw new UnreadableFile(NO_SHEET)
  if (/^\s*<(?:!doctype|html|\?xml|table|head|meta)/iu.test(text)) return webPage(text)
  return unnamed(readSeparated(text, score))
}
