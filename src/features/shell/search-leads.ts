/** Leads for the search panel: by number, CPF/CNPJ or name, from the board index in memory, offline as well. */
import { openMirror } from '../../db/mirror.ts'
import { leadsByUid } from '../../db/reads.ts'
import type { BoardFilters } from '../../domain/board/board-view.ts'
import { formatDocument } from '../../domain/documents/cpf-cnpj.ts'
import { openBoard } from '../../workers/board-bridge.ts'

export interface LeadHit {
  readonly uid: string
  readonly id: number | null
  readonly clientName: string
  /** Masked. */
  readonly cpf: string
}

const LIMIT = 6
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

export async function searchLeads(userId: number, text: string): Promise<LeadHit[]> {
  const filters = readings(text)
  if (filters.length === 0) return []
  const board = await openBoard(userId)
  const answers = await Promise.all(
    filters.map((filter) =>
      board.ask({ view: { kind: 'results', filters: filter }, offset: 0, limit: LIMIT }),
    ),
  )
  const uids = [...new Set(answers.flatMap(({ slice }) => slice.uids))].slice(0, LIMIT)
  const leads = await leadsByUid(openMirror(userId), uids)
  return leads.flatMap((lead) =>
    lead === undefined
      ? []
      : [{ uid: lead.uid, id: lead.id, clientName: lead.client_name, cpf: formatDocument(lead.client_cpf) }],
  )
}
