/**
 * A page of the device's own clients as the server lists them, for a list without a connection. Clients and leads are read in
 * parts, and only the page is kept: 50,000 clients in one task would hold up the screen.
 */
import type { ListedClient } from '../../contract/clients.ts'
import { inParts } from '../../db/mirror/in-parts.ts'
import { openMirror } from '../../db/open.ts'
import type { MirrorDb } from '../../db/schema/mirror.ts'
import { isActiveClient } from '../../domain/client/active.ts'
import type { Client } from '../../domain/client/client.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { foldText } from '../../domain/text/fold.ts'
import { compareKeys, orderKey } from '../../domain/text/name-order.ts'
import type { ClientsSearch } from './clients-search.ts'

interface Page {
  /** From 1. */
  readonly page: number
  readonly perPage: number
}

export interface MirroredClients {
  readonly rows: readonly ListedClient[]
  /** Of all pages. */
  readonly total: number
}

export async function mirroredClients(
  userId: number,
  search: ClientsSearch,
  { page, perPage }: Page,
): Promise<MirroredClients> {
  const db = openMirror(userId)
  const now = Date.now()
  const active = search.ativos === true ? await activeUids(db, now) : null
  const [name = '', mail = ''] = [search.nome, search.email].map((text) => foldText((text ?? '').trim()))
  const isFound = (client: Client) =>
    foldText(client.name).includes(name) &&
    foldText(client.mail).includes(mail) &&
    (active === null || active.has(client.uid))
  let total = 0
  let first: { readonly client: Client; readonly key: string }[] = []
  for await (const clients of inParts(db.clients)) {
    const found = clients.filter(isFound).map((client) => ({ client, key: orderKey(client.name) }))
    total += found.length
    if (found.length === 0) continue
    // Of two lists in order the sort makes one in one pass. Equal names stay in the order of the uids.
    first = [...first, ...found]
      .sort((one, other) => compareKeys(one.key, other.key))
      .slice(0, page * perPage)
  }
  const shown = first.slice((page - 1) * perPage).map(({ client }) => client)
  const leadsOf = await leadsAmong(db, new Set(shown.map(({ uid }) => uid)))
  const rows = shown.map((client) => {
    const own = leadsOf.get(client.uid) ?? []
    return {
      ...client,
      is_active: isActiveClient(own, now),
      leads: own.toSorted((one, other) => other.create_lead_date.localeCompare(one.create_lead_date)),
    }
  })
  return { rows, total }
}

async function activeUids(db: MirrorDb, nowMs: number): Promise<ReadonlySet<string>> {
  const active = new Set<string>()
  for await (const leads of inParts(db.leads))
    for (const lead of leads) if (isActiveClient([lead], nowMs)) active.add(lead.client_uid)
  return active
}

async function leadsAmong(
  db: MirrorDb,
  clients: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly Lead[]>> {
  const found: Lead[] = []
  if (clients.size > 0)
    for await (const leads of inParts(db.leads))
      found.push(...leads.filter((lead) => clients.has(lead.client_uid)))
  return Map.groupBy(found, (lead) => lead.client_uid)
}
