/** What the cells of a file say: text, documents, phones and days. Pure. docs/rules.md#spreadsheets */
import { cleanDocument, isDocument } from '../documents/cpf-cnpj.ts'
import { documentIn } from '../documents/read-document.ts'
import { moneyIn } from '../money/money.ts'
import { phonesIn } from '../phone/national-number.ts'
import { isMobile, isPhone } from '../phone/phone.ts'
import { withoutInvisible } from '../text/invisible.ts'
import { keptText, withoutDecimalZero } from '../text/kept-text.ts'
import { formatTime, saoPauloDay } from '../time/sao-paulo.ts'
import { readDay, readLeadingDay, zonedInstant } from '../time/typed-date.ts'

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

/** 1990 to 2118, as Excel counts days. A larger or smaller number is no date of a policy. */
const SERIAL = { first: 32_874, last: 80_000 } as const
const SERIAL_TO_UNIX_DAYS = 25_569
const DAY_MS = 86_400_000

/** 20261231 as a number. */
const isCompactDay = (value: number) => Number.isInteger(value) && String(value).length === 8

function daySerial(serial: number, today: string): string | null {
  if (isCompactDay(serial)) return readDay(String(serial), today)
  if (serial < SERIAL.first || serial > SERIAL.last) return null
  return new Date((Math.floor(serial) - SERIAL_TO_UNIX_DAYS) * DAY_MS).toISOString().slice(0, 10)
}

/** The day YYYY-MM-DD; '' where there is none, null for what is no day. */
export function dayOf(cell: Cell | undefined, today: string): string | null {
  if (typeof cell === 'number') return daySerial(cell, today)
  if (cell instanceof Date) return textOf(cell) || null
  const text = textOf(cell)
  if (text === '') return ''
  const day = readLeadingDay(text, today)
  if (day !== null) return day
  return /^\d{5}(?:[.,]\d+)?$/u.test(text) ? daySerial(Number(text.replace(',', '.')), today) : null
}

export interface Moment {
  /** YYYY-MM-DD. */
  readonly day: string
  /** 'HH:mm'; null where the cell has the day alone. */
  readonly time: string | null
}

const MINUTES_A_DAY = 1440
const CLOCK = /(?:[\sT,]|às?\s)(\d{1,2})\s*[:h]\s*(\d{2})(?::\d{2}(?:\.\d+)?)?\s*(am|pm)?/iu
const clock = (hours: number, minutes: number) =>
  hours > 23 || minutes > 59 ? null : `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
/** Software writes midnight behind a day that has no time. */
const orNone = (time: string | null) => (time === '00:00' ? null : time)

function serialTime(serial: number): string | null {
  if (isCompactDay(serial)) return null
  const minutes = Math.round((serial % 1) * MINUTES_A_DAY) % MINUTES_A_DAY
  return orNone(clock(Math.floor(minutes / 60), minutes % 60))
}

function writtenTime(text: string): string | null {
  const [, hours, minutes, half] = CLOCK.exec(text) ?? []
  if (hours === undefined) return null
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/iu.test(half) ? 12 : 0)
  return orNone(clock(hour, Number(minutes)))
}

/** The day with its time of São Paulo; '' where there is none, null for what is no day. */
export function momentOf(cell: Cell | undefined, today: string): Moment | '' | null {
  const zoned = typeof cell === 'string' ? zonedInstant(cell) : null
  if (zoned !== null) return { day: saoPauloDay(zoned), time: formatTime(zoned) }
  const day = dayOf(cell, today)
  if (day === null || day === '') return day
  if (typeof cell === 'number') return { day, time: serialTime(cell) }
  if (cell instanceof Date) return { day, time: orNone(clock(cell.getUTCHours(), cell.getUTCMinutes())) }
  return { day, time: writtenTime(textOf(cell)) }
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
