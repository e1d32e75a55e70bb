/** Meanings of a text in the search panel: a lead's number, here or in another system, a phone, a CPF or CNPJ, a name. */
import type { BoardFilters } from '../../domain/board/board-filters.ts'
import { phoneEnd } from '../../domain/phone/phone.ts'

/** Fewer digits are only a lead's number. */
const CPF_FROM = 4
/** More digits can't be a lead's number. */
const NUMBER_UP_TO = 9
/** Whole or its end, with or without the country's code. */
const PHONE = /^\+?[\d\s().-]+$/

/** Returns a filter for each meaning. The panel shows the answers of all. */
export function readings(text: string): BoardFilters[] {
  const trimmed = text.trim()
  const code = trimmed.replaceAll(/[.\-/\s]/g, '')
  if (code === '') return []
  const found: BoardFilters[] = []
  const phone = PHONE.test(trimmed) ? phoneEnd(trimmed) : ''
  const byPhone: BoardFilters[] = phone === '' ? [] : [{ phone }]
  if (/^\d+$/.test(code)) {
    if (code.length <= NUMBER_UP_TO) found.push({ leadId: Number(code) })
    if (code.length >= CPF_FROM) found.push({ cpf: code })
    return [...found, ...byPhone, { oldNumber: trimmed }]
  }
  // '(31) 98877-6650'
  if (phone !== '') return byPhone
  if (trimmed.length > 1) found.push({ clientName: trimmed })
  if (code.length >= CPF_FROM && /\d{2}/.test(code)) found.push({ cpf: code.toUpperCase() })
  return /\d/.test(code) ? [...found, { oldNumber: trimmed }] : found
}
