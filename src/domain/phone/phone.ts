/** Phones: docs/rules.md#documents-phones-money. */
import { isStaff } from '../permissions/roles.ts'
import type { RoleId } from '../session/session-user.ts'

/** Area codes in use (Anatel). */
const AREA_CODES = new Set(
  [
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38',
    '41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69',
    '71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99',
  ].flatMap((codes) => codes.split(' ')),
)

export function cleanPhone(text: string): string {
  return text.replace(/\D/g, '')
}

/** Fewer digits are no end of a number that anyone would search for. */
const SHORTEST_END = 4
/** +55, area code, mobile. */
const COUNTRY = /^55(?=\d{10,11}$)/

/** Returns the digits with which a searched number ends, without the country's 55 and the trunk's 0. '' below four digits. */
function phoneEnd(text: string): string {
  const digits = cleanPhone(text)
    .replace(COUNTRY, '')
    .replace(/^0+(?=\d{10,11}$)/, '')
  return digits.length < SHORTEST_END ? '' : digits
}

/** A mobile number with its area code, as it was written before the ninth digit. */
const WITHOUT_NINTH = /^\d{2}[6-9]\d{7}$/

/** Returns the ends that a stored number may have: also with the mobiles' 9, where the search has none. None below four digits. */
export function phoneEnds(text: string): string[] {
  const end = phoneEnd(text)
  if (end === '') return []
  return WITHOUT_NINTH.test(end) ? [end, `${end.slice(0, 2)}9${end.slice(2)}`] : [end]
}

/** Whether it has an area code in use and 8 digits, or 9 that begin with the mobiles' 9. A plus is another country's. */
export function isPhone(phone: string): boolean {
  if (phone.startsWith('+')) return false
  const digits = cleanPhone(phone)
  const hasLength = digits.length === 10 || (digits.length === 11 && digits[2] === '9')
  return hasLength && AREA_CODES.has(digits.slice(0, 2))
}

/** Whether it is a mobile number: a phone of 11 digits. */
export const isMobile = (phone: string): boolean => isPhone(phone) && cleanPhone(phone).length === 11

/** Returns '(dd) dddd-dddd' below 11 digits, else '(dd) ddddd-dddd'. */
export function formatPhone(phone: string): string {
  const digits = cleanPhone(phone)
  if (digits.length < 3) return digits
  const split = digits.length < 11 ? 6 : 7
  const last = digits.slice(split)
  return `(${digits.slice(0, 2)}) ${digits.slice(2, split)}${last === '' ? '' : `-${last}`}`
}

/** Returns the mask while typing: grouped by digit count for roles 4 and above, else 11 digits unformatted. */
export function phoneMask(role: RoleId, typed: string): string {
  if (isStaff(role)) return '99999999999'
  return cleanPhone(typed).length < 11 ? '(99)9999-99999' : '(99)99999-9999'
}

/** Whether it is an extension: digits and dots only. */
export function isExtension(extension: string): boolean {
  return /^[\d.]+$/.test(extension)
}

/** Returns the number as WhatsApp knows it, or null if it is no mobile. */
export const whatsappNumber = (phone: string): string | null =>
  isMobile(phone) ? `55${cleanPhone(phone)}` : null

/** Returns the link that opens a WhatsApp conversation, with a text in its box, or null if the number is no mobile. */
export function whatsappLink(phone: string, text = ''): string | null {
  const number = whatsappNumber(phone)
  if (number === null) return null
  return `https://wa.me/${number}${text === '' ? '' : `?text=${encodeURIComponent(text)}`}`
}

export function telLink(phone: string): string | null {
  return isPhone(phone) ? `tel:+55${cleanPhone(phone)}` : null
}

export interface NamedPhone {
  readonly label: 'Celular' | 'Telefone'
  readonly phone: string
}

/** Returns the client's callable numbers, each once. */
export function callablePhones({ cellphone, phone }: { cellphone: string; phone: string }): NamedPhone[] {
  const both: NamedPhone[] = [
    { label: 'Celular', phone: cellphone },
    { label: 'Telefone', phone },
  ]
  return both.filter(
    (one, place) =>
      isPhone(one.phone) &&
      both.findIndex((other) => cleanPhone(other.phone) === cleanPhone(one.phone)) === place,
  )
}
