/** What the cells of a file say: text, documents, phones and amounts. Days: `day-cells.ts`. Pure. docs/rules.md#spreadsheets */
import { cleanDocument, isDocument } from '../documents/cpf-cnpj.ts'
import { documentIn } from '../documents/read-document.ts'
import { moneyIn } from '../money/money.ts'
import { phonesIn } from '../phone/national-number.ts'
import { isMobile, isPhone } from '../phone/phone.ts'
import { withoutInvisible } from '../text/invisible.ts'
import { keptText, withoutDecimalZero } from '../text/kept-text.ts'

/** A cell as the readers of .xlsx and CSV give it. */
export type Cell = string | number | boolean | Date | null

/** Signs that no column of text takes. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g

/** A text that is as it should be: most cells of a large file are. */
const CLEAN = /^[!-~À-ž]+(?: [!-~À-ž]+)*$/u

/** The text of a cell, in one line; '' where it says nothing. */
export function textOf(cell: Cell | undefined): string {
  if (cell === undefined || cell === null || cell === '') return ''
  if (typeof cell === 'string' && CLEAN.test(cell)) return keptText(cell)
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  const text = withoutInvisible(String(cell).toWellFormed()).replaceAll(CONTROL, ' ').replaceAll(/\s+/g, ' ')
  return keptText(text.trim())
}

/** What Excel, LibreOffice and Google write into a cell whose formula failed, in English and Portuguese. */
const SHEET_ERROR =
  /^(?:#(?:N\/[AD]|REF!|VALOR!|VALUE!|DIV\/0!|NOME\?|NAME\?|N[ÚU]M!|NULO!|NULL!|DESPEJAR!|SPILL!|CALC!|CAMPO!|FIELD!|OCUPADO!|BUSY!|ERROR!|ERRO!)|(?:Err:\d{3}))$/iu

/** A formula of the spreadsheet failed: the cell says nothing. */
export const isSheetError = (cell: Cell | undefined): boolean => SHEET_ERROR.test(textOf(cell))

/** Excel keeps fifteen digits of a number. */
const MOST_DIGITS = 1e15
const CUT = /^[+-]?\d(?:[.,]\d+)?E\+?\d+$/iu

/** A number of a policy or another identifier; null where the spreadsheet has cut it. */
export function identifierOf(cell: Cell | undefined): string | null {
  if (typeof cell === 'number' && Math.abs(cell) >= MOST_DIGITS) return null
  const text = withoutDecimalZero(textOf(cell))
  return CUT.test(text) ? null : text
}

/** Digits that a document still has when Excel dropped its leading zeros. Of fewer almost any number would be valid. */
const LEAST_DIGITS = { cpf: 8, cnpj: 12 } as const
const CPF_LENGTH = 11

const DOCUMENT_NAME = /^(?:(?:cpf|cnpj|cgc)[\s/:.-]*)+(?:n[º°o.]*\s*)?/iu

/** The document as it is stored; '' where there is none, null for an invalid one. Words may be around it. */
export function documentOf(cell: Cell | undefined): string | null {
  const text = withoutDecimalZero(textOf(cell)).replace(DOCUMENT_NAME, '')
  const clean = cleanDocument(text)
  if (clean === '') return ''
  const inWords = documentIn(text)
  if (inWords !== null) return inWords
  // Letters around it are no part of a document that a reader of words did not find.
  if (/\p{L}/u.test(text)) return null
  // Only a plain number has lost zeros. An RG has signs.
  const isNumber = /^\d+$/u.test(text)
  const candidates = [
    clean,
    ...(isNumber && clean.length >= LEAST_DIGITS.cpf ? [clean.padStart(CPF_LENGTH, '0')] : []),
    ...(isNumber && clean.length >= LEAST_DIGITS.cnpj ? [clean.padStart(14, '0')] : []),
    // A CPF in the fourteen places of a CNPJ.
    ...(clean.length > CPF_LENGTH ? [clean.replace(/^0+/u, '').padStart(CPF_LENGTH, '0')] : []),
  ]
  return candidates.find(isDocument) ?? null
}

export interface Phones {
  readonly cellphone: string
  readonly phone: string
  /** Numbers that are none. */
  readonly invalid: number
}

/** The first mobile and the first other number of these cells. A cell may have several, by any separator or none. */
export function phonesOf(cells: readonly (Cell | undefined)[]): Phones {
  const given = cells.flatMap((cell) =>
    isSheetError(cell) ? [] : phonesIn(withoutDecimalZero(textOf(cell))),
  )
  const valid = given.filter(isPhone)
  const cellphone = valid.find(isMobile) ?? ''
  const phone =
    valid.find((number) => !isMobile(number)) ?? valid.find((number) => number !== cellphone) ?? ''
  return { cellphone, phone, invalid: given.length - valid.length }
}

/** R$ 999.999.999,99. */
const MOST_CENTS = 99_999_999_999

/** An amount of money in cents; '' where there is none, null for what is none, such as a negative one. */
export function centsOf(cell: Cell | undefined): number | '' | null {
  if (typeof cell === 'number') {
    const cents = Math.round(cell * 100)
    return cents >= 0 && cents <= MOST_CENTS ? cents : null
  }
  const text = textOf(cell)
  return text === '' ? '' : moneyIn(text)
}
