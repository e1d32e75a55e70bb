/**
 * Leads for the search panel by number, phone, CPF/CNPJ or name, from the board index in memory, the user's own first. Works
 * offline. The server is asked besides for an old number: a history of years is on no device.
 */
import { call } from '../../api/call.ts'
import { listBrokerRoute, listBrokerSchema } from '../../contract/board.ts'
import { leadsByUid } from '../../db/mirror/reads.ts'
import { openMirror } from '../../db/open.ts'
import { online } from '../../device/online.ts'
import type { BoardFilters } from '../../domain/board/board-filters.ts'
import { formatDocument } from '../../domain/documents/cpf-cnpj.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { statusLine } from '../../domain/lead/status.ts'
import { openBoard } from '../../workers/board-bridge.ts'
import { readings } from './readings.ts'

export interface LeadHit {
  readonly uid: string
  readonly id: number | null
  readonly clientName: string
  /** With its mask. */
  readonly cpf: string
  /** In words. */
  readonly status: string
  readonly brokerId: number | null
}

const hitOf = ({ uid, id, client_name, client_cpf, status, broker_id }: FoundLead): LeadHit => ({
  uid,
  id,
  clientName: client_name,
  cpf: formatDocument(client_cpf),
  status: statusLine(status).label,
  brokerId: broker_id,
})
type FoundLead = Pick<Lead, 'uid' | 'id' | 'client_name' | 'client_cpf' | 'status' | 'broker_id'>

const LIMIT = 6
export async function searchLeads(userId: number, text: string): Promise<LeadHit[]> {
  const filters = readings(text)
  if (filters.length === 0) return []
  const board = await openBoard(userId)
  const own = filters.map((filter): BoardFilters => ({ ...filter, brokerId: userId }))
  const answers = await Promise.all(
    [...own, ...filters].map((filter) =>
      board.ask({ view: { kind: 'results', filters: filter }, offset: 0, limit: LIMIT }),
    ),
  )
  const uids = [...new Set(answers.flatMap(({ slice }) => slice.uids))].slice(0, LIMIT)
  const leads = await leadsByUid(openMirror(userId), uids)
  return leads.flatMap((lead) => (lead === undefined ? [] : [hitOf(lead)]))
}

/** The leads with this old number that the server knows; none without a connection. */
export async function searchOldNumber(text: string, signal: AbortSignal): Promise<LeadHit[]> {
  const oldNumber = readings(text).find((filter) => filter.oldNumber !== undefined)?.oldNumber
  if (oldNumber === undefined) return []
  const query = { old_number: oldNumber, limit: LIMIT }
  const result = await online((token) => call(listBrokerRoute, { token, query, signal }))
  if (result.kind !== 'ok') return []
  const { leads } = listBrokerSchema.parse(result.value)
  return leads.map((lead) => hitOf({ ...lead, broker_id: lead.broker?.id ?? null }))
}
