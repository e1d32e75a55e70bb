/** Converts between text under a mask and stored values: docs/rules.md#documents-phones-money. Pure. */
import { formatMask } from '@mantine/hooks'
import { cleanDigits } from '../../../domain/documents/masks.ts'
import { phoneMask } from '../../../domain/phone/phone.ts'
import type { RoleId } from '../../../domain/session/session-user.ts'

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

/** Returns '2026' or '2026/2027'. */
export const formatYear = (value: string) =>
  value.length > 4 ? `${value.slice(0, 4)}/${value.slice(4)}` : value

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
