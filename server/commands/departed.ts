/** A stored answer may be of a time when the lead was the user's, or was not. */
import type { Transaction } from 'kysely'
import type { PushResult } from '../../src/contract/sync.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { inScope, type Scope, scopeOf } from '../../src/domain/lead/access.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { isStaffScope } from '../../src/domain/lead/seen-columns.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Database } from '../db/database.ts'
import { isOwnClient } from '../queries/clients.ts'
import { readClientOfLead, readLead } from '../queries/lead-row.ts'
import { readSettings } from '../queries/settings.ts'

/**
 * The answer without what is no longer the user's: of that the device gets the key alone, and lets go. What has become
 * the user's since is no longer named: the device may have it from a pull, and no later page would bring it back.
 */
export async function withoutDeparted(
  tx: Transaction<Database>,
  user: SessionUser,
  nowMs: number,
  result: PushResult,
): Promise<PushResult> {
  if (result.outcome === 'blocked') return result
  const settings = await readSettings(tx)
  const scope = scopeOf(user)
  const staff = isStaffScope(scope)
  const isTheirs = (lead: Lead | null) => lead !== null && inScope(lead, user, settings, nowMs)
  const departed: string[] = []
  for (const uid of result.removed) if (!isTheirs(await readLead(tx, uid))) departed.push(uid)
  const leads: Lead[] = []
  for (const lead of result.rows.leads) {
    const current = await readLead(tx, lead.uid, { seenBy: scope })
    if (current === null || !isTheirs(current)) departed.push(lead.uid)
    else if (isTheirs(lead)) leads.push(staff ? lead : current)
  }
  // The answer may be of a time when its user had another role: those who are not staff get what they see now.
  if (!staff) return asSeenNow(tx, scope, { ...result, rows: { leads, clients: [] }, removed: departed })
  const named = new Set(leads.map((lead) => lead.client_uid))
  const clients: Client[] = []
  for (const client of result.rows.clients)
    if (named.has(client.uid) || (await isOwnClient(tx, client.uid, user))) clients.push(client)
  const told = { ...result, rows: { leads, clients }, removed: departed }
  const isWhole = departed.length === 0 && clients.length === result.rows.clients.length
  // What others wrote in the fields of a conflict is theirs no less than the row.
  return told.outcome === 'conflict' && !isWhole ? { ...told, fields: [] } : told
}

type Told = Exclude<PushResult, { outcome: 'blocked' }>

/** With the clients of its leads as the scope sees them, and without what others wrote in the fields of a conflict. */
async function asSeenNow(tx: Transaction<Database>, scope: Scope, result: Told): Promise<PushResult> {
  const clients = new Map<string, Client>()
  for (const { uid } of result.rows.leads) {
    const client = await readClientOfLead(tx, uid, scope)
    if (client !== null) clients.set(client.uid, client)
  }
  const told = { ...result, rows: { ...result.rows, clients: [...clients.values()] } }
  return told.outcome === 'conflict' ? { ...told, fields: [] } : told
}
