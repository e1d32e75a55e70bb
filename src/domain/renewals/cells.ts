/** What the cells of a file say: text, documents, phones and days. Pure. docs/rules.md#renewal-import */
import { cleanDocument, isDocument } from '../documents/cpf-cnpj.ts'
import { phonesIn } from '../phone/national-number.ts'
import { isMobile, isPhone } from '../phone/phone.ts'
import { withoutInvisible } from '../text/invisible.ts'
import { readLeadingDay } from '../time/typed-date.ts'

/** A cell as the readers of .xlsx and CSV give it. */
export type Cell = string | number | boolean | Date | null

/** Signs that no column of text takes. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g

/** The text of a cell, in one line. */
export function textOf(cell: Cell | undefined): string {
  if (cell === undefined || cell === null) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  return withoutInvisible(String(cell).toWellFormed()).replaceAll(CONTROL, ' ').replaceAll(/\s+/g, ' ').trim()
}

/** Digits that a document still has when Excel dropped its leading zeros. Of fewer almost any number would be valid. */
const LEAST_DIGITS = { cpf: 8, cnpj: 12 } as const

/** The document as it is stored; '' where there is none, null for an invalid one. */
export function documentOf(cell: Cell | undefined): string | null {
  const clean = cleanDocument(textOf(cell))
  if (clean === '') return ''
  const isNumber = /^\d+$/.test(clean)
  const candidates = [
    clean,
    ...(isNumber && clean.length >= LEAST_DIGITS.cpf ? [clean.padStart(11, '0')] : []),
    ...(isNumber && clean.length >= LEAST_DIGITS.cnpj ? [clean.padStart(14, '0')] : []),
  ]
  return candidates.find(isDocument) ?? null
}

export interface Phones {
  readonly cellphone: string
  readonly phone: string
  /** Numbers that are none. */
  readonly invalid: number
}

/** The first mobile and the first other number of these cells. A cell may have several. */
export function phonesOf(cells: readonly (Cell | undefined)[]): Phones {
  const given = cells.flatMap((cell) => phonesIn(textOf(cell)))
  const valid = given.filter(isPhone)
  const cellphone = valid.find(isMobile) ?? ''
  const phone =
    valid.find((number) => !isMobile(number)) ?? valid.find((number) => number !== cellphone) ?? ''
  return { cellphone, phone, invalid: given.length - valid.length }
}

/** 1990 to 2118, as Excel counts days. A larger or smaller number is no date of a policy. */
const SERIAL = { first: 32_874, last: 80_000 } as const
const SERIAL_TO_UNIX_DAYS = 25_569
const DAY_MS = 86_400_000

function daySerial(serial: number): string | null {
  if (serial < SERIAL.first || serial > SERIAL.last) return null
  return new Date((Math.floor(serial) - SERIAL_TO_UNIX_DAYS) * DAY_MS).toISOString().slice(0, 10)
}

/** The day YYYY-MM-DD; '' where there is none, null for what is no day. */
export function dayOf(cell: Cell | undefined, today: string): string | null {
  if (typeof cell === 'number') return daySerial(cell)
  if (cell instanceof Date) return textOf(cell) || null
  const text = textOf(cell)
  if (text === '') return ''
  return readLeadingDay(text, today) ?? (/^\d{5}(\.\d+)?$/.test(text) ? daySerial(Number(text)) : null)
}
