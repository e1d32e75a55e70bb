/** This device's clients by a part of their name. The board index has the folded names in memory. */

import { clientByUid, leadsByUid } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import type { Client } from '../../../domain/client/client.ts'
import { openBoard } from '../../../workers/board-bridge.ts'

/** Leads per request, since some clients have several. */
const PAGE = 30

/** Returns at most `limit` clients. Every mirrored client has a lead, so the leads of that name lead to it. */
export async function clientsNamedHere(userId: number, name: string, limit: number): Promise<Client[]> {
  const db = openMirror(userId)
  const board = await openBoard(userId)
  const found = new Map<string, Client>()
  for (let offset = 0; found.size < limit; offset += PAGE) {
    const view = { kind: 'results', filters: { clientName: name } } as const
    const { slice } = await board.ask({ view, offset, limit: PAGE })
    const leads = (await leadsByUid(db, slice.uids)).flatMap((lead) => lead ?? [])
    const uids = [...new Set(leads.map((lead) => lead.client_uid))].filter((uid) => !found.has(uid))
    for (const client of await Promise.all(uids.map((uid) => clientByUid(db, uid))))
      if (client !== undefined) found.set(client.uid, client)
    if (offset + PAGE >= slice.total) break
  }
  return [...found.values()].slice(0, limit)
}
