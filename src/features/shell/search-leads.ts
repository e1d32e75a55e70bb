/**
 * Leads for the search panel, whatever the text is of a client, from the board index in memory: docs/rules.md#search. Works
 * offline. The server is asked besides for an old number: a history of years is on no device.
 */
import { call } from '../../api/call.ts'
import { listBrokerRoute, listBrokerSchema } from '../../contract/board.ts'
import { leadsByUid } from '../../db/mirror/reads.ts'
import { openMirror } from '../../db/open.ts'
import { online } from '../../device/online.ts'
import { isSearchable, readSearch } from '../../domain/board/search.ts'
import { formatDocument } from '../../domain/documents/cpf-cnpj.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { statusLine } from '../../domain/lead/status.ts'
import { openBoard } from '../../workers/board-bridge.ts'

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

/** Hits that the panel shows. */
const LIMIT = 6

export interface LeadHits {
  readonly hits: readonly LeadHit[]
  /** All that match on this device. */
  readonly total: number
}

export async function searchLeads(userId: number, text: string): Promise<LeadHits> {
  if (!isSearchable(text)) return { hits: [], total: 0 }
  const board = await openBoard(userId)
  const { uids, total } = await board.find(text, LIMIT)
  const leads = await leadsByUid(openMirror(userId), uids)
  return { hits: leads.flatMap((lead) => (lead === undefined ? [] : [hitOf(lead)])), total }
}

/** The leads with this old number that the server knows; none without a connection. */
export async function searchOldNumber(text: string, signal: AbortSignal): Promise<LeadHit[]> {
  if (readSearch(text).oldNumber === '') return []
  const query = { old_number: text.trim(), limit: LIMIT }
  const result = await online((token) => call(listBrokerRoute, { token, query, signal }))
  if (result.kind !== 'ok') return []
  const { leads } = listBrokerSchema.parse(result.value)
  return leads.map((lead) => hitOf({ ...lead, broker_id: lead.broker?.id ?? null }))
}
