/**
 * The keys by which clients are found to be alike, whatever form a value was typed in. `client_document_key`,
 * `client_phone_key` and `client_mail_key` of the database (migration 0047) return the same.
 */
import { cleanDocument } from '../documents/cpf-cnpj.ts'
import type { Client } from './client.ts'

/** A document that lost zeros in a spreadsheet has at least so many characters. */
const SHORTEST_DOCUMENT = 8
const ALL_ALIKE = /^(.)\1*$/

/** Letters and digits without the zeros in front, which spreadsheets lose. null: it identifies no one. */
export function documentKey(text: string): string | null {
  const clean = cleanDocument(text)
  const key = clean.replace(/^0+/, '')
  return key.length < SHORTEST_DOCUMENT || ALL_ALIKE.test(clean) ? null : key
}

/** Area code and the last eight digits: mobiles had eight once. null: no area code, or no number. */
export function phoneKey(text: string): string | null {
  const digits = text.replace(/[^0-9]/g, '').replace(/^0+/, '')
  const national = digits.length > 11 && digits.startsWith('55') ? digits.slice(2).replace(/^0+/, '') : digits
  const isWhole = national.length === 10 || national.length === 11
  const last = national.slice(-8)
  return !isWhole || ALL_ALIKE.test(last) ? null : national.slice(0, 2) + last
}

/** null: it is no address. */
export function mailKey(text: string): string | null {
  const key = text.replace(/\s+/g, '').toLowerCase()
  return /^[^@]+@[^@]+$/.test(key) ? key : null
}

/** Phone and mobile of a client. */
export const contactKeys = ({ phone, cellphone }: Pick<Client, 'phone' | 'cellphone'>): string[] =>
  [phoneKey(phone), phoneKey(cellphone)].filter((key) => key !== null)
