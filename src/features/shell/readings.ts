/** What a text in the search panel may mean: a lead's number, a CPF or CNPJ, a client's name. */
import type { BoardFilters } from '../../domain/board/board-view.ts'

/** Fewer digits than this name a lead, not a document. */
const CPF_FROM = 4
/** More digits than this can't be a lead's number. */
const NUMBER_UP_TO = 9

/** What the text may mean; the answers of all readings are shown. */
export function readings(text: string): BoardFilters[] {
  const trimmed = text.trim()
  const code = trimmed.replaceAll(/[.\-/\s]/g, '')
  if (code === '') return []
  const found: BoardFilters[] = []
  if (/^\d+$/.test(code)) {
    if (code.length <= NUMBER_UP_TO) found.push({ leadId: Number(code) })
    if (code.length >= CPF_FROM) found.push({ cpf: code })
    return found
  }
  if (trimmed.length > 1) found.push({ clientName: trimmed })
  if (code.length >= CPF_FROM && /\d{2}/.test(code)) found.push({ cpf: code.toUpperCase() })
  return found
}
