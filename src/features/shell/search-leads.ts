/** Leads for the search panel by number, CPF/CNPJ or name, from the board index in memory. Works offline. */

import { formatDocument } from '../../domain/documents/cpf-cnpj.ts'
import { leadsByUid } from '../../store/mirror/reads.ts'
import { openMirror } from '../../store/schema/mirror.ts'
import { openBoard } from '../../workers/board-bridge.ts'
import { readings } from './readings.ts'

export interface LeadHit {
  readonly uid: string
  readonly id: number | null
  readonly clientName: string
  /** With its mask. */
  readonly cpf: string
}

const LIMIT = 6
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
