/** How values are typed and shown, for both forms: docs/rules.md#documents-phones-money. Typed values are texts. */
import { cleanDigits } from '../documents/masks.ts'
import { typedPhone } from '../phone/national-number.ts'
import { formatPhone } from '../phone/phone.ts'
import { parseTypedDate } from '../time/typed-date.ts'
import type { DetailInput } from './detail-fields.ts'

export interface Typing {
  /** The characters of a text that count. */
  readonly clean: (text: string) => string
  /** The value under its mask; an incomplete one as far as it goes. */
  readonly format: (value: string) => string
  readonly keyboard: 'text' | 'numeric' | 'tel' | 'email'
  /** Money fills from the right. */
  readonly caret?: 'end'
  readonly placeholder?: string
}

const digits = (length: number) => (text: string) => cleanDigits(text).slice(0, length)
const capitals = (length: number) => (text: string) =>
  text
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
    .slice(0, length)
const plain = (value: string) => value
const money = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** '99/99/9999'. */
const formatTypedDate = (value: string) =>
  [value.slice(0, 2), value.slice(2, 4), value.slice(4)].filter(Boolean).join('/')

export const DATE_TYPING: Typing = {
  clean: digits(8),
  format: formatTypedDate,
  keyboard: 'numeric',
  placeholder: 'dd/mm/aaaa',
}
export const PHONE_TYPING: Typing = {
  clean: typedPhone,
  format: formatPhone,
  keyboard: 'tel',
}
/** RG: nine digits. */
export const RG_TYPING: Typing = { clean: digits(9), format: plain, keyboard: 'numeric' }

/** The inputs under a mask; the others take any text. */
export const TYPINGS: Readonly<Partial<Record<DetailInput, Typing>>> = {
  few: { clean: digits(2), format: plain, keyboard: 'numeric' },
  money: {
    clean: (text) => cleanDigits(text).replace(/^0+/, '').slice(0, 11),
    format: (value) => (value === '' ? '' : money.format(Number(value) / 100)),
    keyboard: 'numeric',
    caret: 'end',
    placeholder: '0,00',
  },
  date: DATE_TYPING,
  phone: PHONE_TYPING,
  chassi: { clean: capitals(17), format: plain, keyboard: 'text' },
  renavam: { clean: digits(11), format: plain, keyboard: 'numeric' },
}

/** Returns YYYY-MM-DD for typed digits of a calendar day, null for none; an unfinished or wrong date as it is. */
export const typedDay = (typed: string): string | null =>
  typed === '' ? null : ((typed.length === 8 ? parseTypedDate(typed) : null) ?? typed)
