/** How much of a file is read, and what is said of one that has more. docs/rules.md#bounds-of-a-file */

import { formatNumber } from '../text/formats.ts'
import { UnreadableFile } from './unreadable-file.ts'

const MB = 1024 * 1024
export const LARGEST_FILE = 25 * MB
/** Lines with anything in them, of one sheet. */
export const MOST_LINES = 100_000
/** Blank lines between them are free, up to here. */
export const MOST_ROWS = 3 * MOST_LINES
export const MOST_COLUMNS = 256
/** A cell of Excel has at most so many signs. */
export const LONGEST_CELL = 32_767
/** Of a text file. */
export const LONGEST_LINE = MB
/** What all cells of a sheet take in memory. 100,000 lines of 40 short cells fit. */
export const MOST_TEXT = 48 * MB
/** A page has to be in memory as a whole. */
export const LARGEST_PAGE = 3 * MB

const lines = () => formatNumber(MOST_LINES)
const signs = () => formatNumber(LONGEST_CELL)

/** Said before a file is chosen. */
export const fileLimitWords = () =>
  `Até ${LARGEST_FILE / MB} MB, ${lines()} linhas, ${MOST_COLUMNS} colunas e ${signs()} caracteres por célula.`

export const TOO_LARGE = `O arquivo é grande demais: o limite é de ${LARGEST_FILE / MB} MB.`
export const tooManyLines = () =>
  new UnreadableFile(`O arquivo tem linhas demais: o limite é de ${lines()}. Divida-o em dois.`)
export const TOO_MUCH_TEXT = `O arquivo tem texto demais: o limite é de ${MOST_TEXT / MB} MB. Divida-o em dois, ou apague as colunas que não serão importadas.`
export const PAGE_TOO_LARGE = `O arquivo é uma página da web com nome de planilha, e é grande demais: o limite é de ${LARGEST_PAGE / MB} MB. Abra-o no Excel e salve-o como .xlsx.`

export const tooManyColumns = (line: number): UnreadableFile =>
  new UnreadableFile(
    `A linha ${formatNumber(line)} tem colunas demais: o limite é de ${MOST_COLUMNS}. Apague as colunas que não serão importadas.`,
  )
export const tooLongCell = (line: number): UnreadableFile =>
  new UnreadableFile(
    `A linha ${formatNumber(line)} tem uma célula longa demais: o limite é de ${signs()} caracteres. Encurte-a e tente de novo.`,
  )
export const tooLongLine = (line: number): UnreadableFile =>
  new UnreadableFile(
    `A linha ${formatNumber(line)} é longa demais: o limite é de ${LONGEST_LINE / MB} MB. Confira se o arquivo tem uma linha por registro.`,
  )
