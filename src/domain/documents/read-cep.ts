/** One reader of CEPs: typed, pasted, sent, of a file. docs/rules.md#documents-phones-money */
import { cleanDigits } from './masks.ts'

const LENGTH = 8
const LABEL = /^cep\W*/iu
const DIGITS_ONLY = /^[\d.\s-]+$/u
const IN_WORDS = /(?<![\d.,/-])\d{2}\.?\d{3}[-\s]?\d{3}(?![\d/-])/gu

/** The first is 01000-000. */
const isCep = (digits: string) => !digits.startsWith('00')

/**
 * Returns the eight digits of the one CEP in a text; '' for no text, null where there is none or several. Spreadsheets drop
 * the zero of São Paulo's and add '.0'.
 */
export function readCep(text: string): string | null {
  const written = text
    .trim()
    .replace(LABEL, '')
    .replace(/^(\d+)[.,]0+$/u, '$1')
  if (written === '') return ''
  if (DIGITS_ONLY.test(written)) {
    const digits = cleanDigits(written)
    if (digits.length === LENGTH) return isCep(digits) ? digits : null
    return digits.length === LENGTH - 1 && !digits.startsWith('0') ? `0${digits}` : null
  }
  const found = new Set([...written.matchAll(IN_WORDS)].map(([cep]) => cleanDigits(cep)).filter(isCep))
  const [first] = found
  return first !== undefined && found.size === 1 ? first : null
}
