/** Converts between text under a mask and stored values: docs/rules.md#documents-phones-money. Pure. */
import { formatMask } from '@mantine/hooks'
import { cleanDigits } from '../../../domain/documents/masks.ts'
import { phoneMask } from '../../../domain/phone/phone.ts'
import type { RoleId } from '../../../domain/session/session-user.ts'
import { parseTypedDate } from '../../../domain/time/typed-date.ts'

export const digits = (length: number) => (text: string) => cleanDigits(text).slice(0, length)
/** Letters and digits in upper case: plate, chassis. */
export const capitals = (length: number) => (text: string) =>
  text
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
    .slice(0, length)
export const plain = (value: string) => value

/** Grouped for roles 4 and above, otherwise digits only. The text never ends with a separator. */
export const phoneFormat = (role: RoleId) => (value: string) =>
  formatMask(value, { mask: phoneMask(role, value) }).replace(/\D+$/, '')

/** '99/99/9999'. */
const grouped = (value: string) =>
  [value.slice(0, 2), value.slice(2, 4), value.slice(4)].filter(Boolean).join('/')
export const formatBirthDate = grouped

const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)$/

/** Returns the digits that the field shows. */
export function birthDigits(value: string | null): string {
  const parts = ISO_DATE.exec(value ?? '')
  return parts === null ? (value ?? '') : `${parts[3]}${parts[2]}${parts[1]}`
}

/** Returns YYYY-MM-DD for a calendar day; an incomplete or invalid date as its digits; null for an empty text. */
export function birthValue(typed: string): string | null {
  if (typed === '') return null
  return (typed.length === 8 ? parseTypedDate(typed) : null) ?? typed
}

export const isUnfinishedDate = (value: string | null) => value !== null && !ISO_DATE.test(value)

/** Returns '2026' or '2026/2027'. */
export const formatYear = (value: string) =>
  value.length > 4 ? `${value.slice(0, 4)}/${value.slice(4)}` : value

const money = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Digits fill from the right, without typed separators. Up to R$ 999.999.999,99. */
export const moneyDigits = (text: string) => cleanDigits(text).replace(/^0+/, '').slice(0, 11)
/** Returns '1.234,56'. */
export const formatMoney = (value: string) => (value === '' ? '' : money.format(Number(value) / 100))
export const centsOf = (value: string) => (value === '' ? null : Number(value))

const MAX_PERCENT = 100
/** Digits of the integer part: docs/rules.md#documents-phones-money */
const PERCENT_LENGTH = 3

/** Returns at most three digits and two decimals, at most 100. A comma stays until its digit is typed. */
export function percentText(typed: string): string {
  const [digits = '', ...decimals] = typed
    .replace('.', ',')
    .replace(/[^\d,]/g, '')
    .split(',')
  const whole = digits.replace(/^0+(?=\d)/, '').slice(0, PERCENT_LENGTH)
  const text = decimals.length === 0 ? whole : `${whole || '0'},${decimals.join('').slice(0, 2)}`
  return (percentOf(text) ?? 0) > MAX_PERCENT ? String(MAX_PERCENT) : text
}

export function percentOf(text: string): number | null {
  const value = Number.parseFloat(text.replace(',', '.'))
  return Number.isFinite(value) ? value : null
}

export const percentWords = (value: number | null) => (value === null ? '' : String(value).replace('.', ','))
