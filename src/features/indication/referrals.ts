/** The mirror's leads as referrals: with names, newest first. Roles 4 to 7 mirror only their own. */

import { allLeads, catalogue, queueStates } from '../../db/mirror/reads.ts'
import { openMirror } from '../../db/open.ts'
import { cleanDocument } from '../../domain/documents/cpf-cnpj.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { foldText } from '../../domain/text/fold.ts'
import { formatDate } from '../../domain/time/sao-paulo.ts'

export interface Referral {
  readonly lead: Lead
  /** Insurance and product, once where both are equal. */
  readonly insured: string
  readonly inviter: string
  readonly broker: string
  /** Not yet on the server, or refused by it. */
  readonly queueState: 'pending' | 'problem' | undefined
}

export type StateFilter = 'all' | Lead['state']

export async function readReferrals(userId: number): Promise<Referral[]> {
  const db = openMirror(userId)
  const [leads, insurances, users, states] = await Promise.all([
    allLeads(db),
    catalogue(db, 'insurance'),
    catalogue(db, 'user'),
    queueStates(db),
  ])
  const insurance = new Map(insurances.map((row) => [row.id, row.name]))
  const user = new Map(users.map((row) => [row.id, row.name]))
  const nameOf = (names: ReadonlyMap<number, string>, id: number | null) =>
    id === null ? '' : (names.get(id) ?? '')
  return leads
    .map((lead) => ({
      lead,
      insured: [...new Set([nameOf(insurance, lead.insurance_id), lead.product ?? ''])]
        .filter(Boolean)
        .join(' · '),
      inviter: nameOf(user, lead.inviter_id),
      broker: nameOf(user, lead.broker_id),
      queueState: states.get(lead.uid),
    }))
    .sort((a, b) => Date.parse(b.lead.create_lead_date) - Date.parse(a.lead.create_lead_date))
}

/** Whether client, number, CPF/CNPJ or inviter match `text` as typed, and the state matches. */
export function isWanted({ lead, inviter }: Referral, text: string, state: StateFilter): boolean {
  if (state !== 'all' && lead.state !== state) return false
  const words = foldText(text.trim())
  const document = cleanDocument(text)
  return (
    words === '' ||
    foldText(lead.client_name).includes(words) ||
    foldText(inviter).includes(words) ||
    String(lead.id ?? '').startsWith(words) ||
    (/\d/.test(document) && lead.client_cpf.startsWith(document))
  )
}

export const dateOf = (iso: string | null) => (iso === null ? '' : formatDate(iso))

export const onTimeWords = (flag: 0 | 1 | null) =>
  flag === null ? '' : flag === 1 ? 'No prazo' : 'Fora do prazo'
