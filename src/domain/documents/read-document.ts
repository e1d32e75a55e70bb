/** One reader of CPF and CNPJ: typed, pasted, sent, of a file. docs/rules.md#documents-phones-money */
import { cleanDocument, isDocument } from './cpf-cnpj.ts'

/** Neither letters nor digits go on before and behind a document. */
const BEFORE = '(?<![0-9A-Za-z]|\\d[.,/-])'
const BEHIND = '(?![0-9A-Za-z]|[.,/-]\\d)'
const DASH = '\\s?[-–—./]?\\s?'
const CPF = new RegExp(`${BEFORE}\\d{3}[.\\s]?\\d{3}[.\\s]?\\d{3}${DASH}\\d{2}${BEHIND}`, 'gu')
const CNPJ = new RegExp(
  `${BEFORE}\\d{2}[.\\s]?\\d{3}[.\\s]?\\d{3}\\s?[/\\s]?\\s?\\d{4}${DASH}\\d{2}${BEHIND}`,
  'gu',
)
/** With letters it has its signs, or no blank and enough digits to be no word. */
const LETTERS = new RegExp(
  `${BEFORE}(?:[0-9A-Z]{2}\\.[0-9A-Z]{3}\\.[0-9A-Z]{3}/[0-9A-Z]{4}-\\d{2}|(?=(?:[A-Z]*\\d){5})[0-9A-Z]{12}-?\\d{2})${BEHIND}`,
  'giu',
)
/** Right before its number, without a blank. */
const LABEL = /(?<![\p{L}\d])(?:cpf|cnpj|cgc)(?=\d)/giu
/** The number behind them is none of the two. */
const OTHER_NUMBER = /\b(?:tel\w*|cel\w*|fone|whats\w*|rg|ap[oó]lice|cep)\W{0,3}$/iu

/** Returns the different valid documents in the words of a text, without punctuation. */
export function documentsIn(written: string): string[] {
  const text = written.replaceAll(LABEL, '$& ')
  const found = [CPF, CNPJ, LETTERS].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: number, index }) =>
      OTHER_NUMBER.test(text.slice(0, index)) || !isDocument(number) ? [] : cleanDocument(number),
    ),
  )
  return [...new Set(found)]
}

/** Returns the one document of a text; null where it has none or several. */
export function documentIn(text: string): string | null {
  const [first, ...others] = documentsIn(text)
  return first !== undefined && others.length === 0 ? first : null
}

/** Returns the stored form of what was sent: the document in its words, else its letters and digits. */
export const storedDocument = (text: string): string => documentIn(text) ?? cleanDocument(text)
