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
