/** Phones: docs/rules.md#documents-phones-money. */
import type { RoleId } from '../session/session-user.ts'

/** Area codes in use (Anatel). */
const AREA_CODES = new Set(
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'.split(
    ' ',
  ),
)

export function cleanPhone(text: string): string {
  return text.replace(/\D/g, '')
}

/** 10 or 11 digits with an area code that exists. */
export function isPhone(phone: string): boolean {
  const digits = cleanPhone(phone)
  return (digits.length === 10 || digits.length === 11) && AREA_CODES.has(digits.slice(0, 2))
}

/** A mobile number has 11 digits, the third of which is 9. */
export function isMobile(phone: string): boolean {
  const digits = cleanPhone(phone)
  return isPhone(digits) && digits.length === 11 && digits[2] === '9'
}

/** '(dd) dddd-dddd' under 11 digits, else '(dd) ddddd-dddd'. */
export function formatPhone(phone: string): string {
  const digits = cleanPhone(phone)
  if (digits.length < 3) return digits
  const split = digits.length < 11 ? 6 : 7
  const last = digits.slice(split)
  return `(${digits.slice(0, 2)}) ${digits.slice(2, split)}${last === '' ? '' : `-${last}`}`
}

/** Mask while typing: roles 4 and above grouped, by digit count; others 11 digits unformatted. */
export function phoneMask(role: RoleId, typed: string): string {
  if (role < 4) return '99999999999'
  return cleanPhone(typed).length < 11 ? '(99)9999-99999' : '(99)99999-9999'
}

/** An extension: digits and dots only. */
export function isExtension(extension: string): boolean {
  return /^[\d.]+$/.test(extension)
}

/** Link that opens a conversation, for mobiles; null otherwise. */
export function whatsappLink(phone: string): string | null {
  return isMobile(phone) ? `https://wa.me/55${cleanPhone(phone)}` : null
}

export function telLink(phone: string): string | null {
  return isPhone(phone) ? `tel:+55${cleanPhone(phone)}` : null
}

export interface NamedPhone {
  readonly label: 'Celular' | 'Telefone'
  readonly phone: string
}

/** Which of a client's two numbers can be called: each once. */
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
