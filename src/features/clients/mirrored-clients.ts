/** The device's own clients as the server lists them, for a list without a connection. */
import type { ListedClient } from '../../contract/clients.ts'
import { allClients, allLeads } from '../../db/mirror/reads.ts'
import { openMirror } from '../../db/open.ts'
import { isActiveClient } from '../../domain/client/active.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { foldText } from '../../domain/text/fold.ts'
import { byName } from '../../domain/text/name-order.ts'
import type { ClientsSearch } from './clients-search.ts'

export async function mirroredClients(userId: number, search: ClientsSearch): Promise<ListedClient[]> {
  const db = openMirror(userId)
  const [clients, leads] = await Promise.all([allClients(db), allLeads(db)])
  const leadsOf = new Map<string, Lead[]>()
  for (const lead of leads) leadsOf.set(lead.client_uid, [...(leadsOf.get(lead.client_uid) ?? []), lead])
  const [name, mail] = [search.nome, search.email].map((text) => foldText((text ?? '').trim()))
  const now = Date.now()
  const found = clients
    .filter(
      (client) => foldText(client.name).includes(name ?? '') && foldText(client.mail).includes(mail ?? ''),
    )
    .map((client) => {
      const own = leadsOf.get(client.uid) ?? []
      return {
        ...client,
        is_active: isActiveClient(own, now),
        leads: own.toSorted((one, other) => other.create_lead_date.localeCompare(one.create_lead_date)),
      }
    })
    .filter(({ is_active }) => search.ativos !== true || is_active)
  return byName(found, (client) => client.name)
}
