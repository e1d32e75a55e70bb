/** Fits a stored result to the user's present scope: the scope may have changed since the command ran. */
import type { Transaction } from 'kysely'
import type { PushResult } from '../../src/contract/sync.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { inScope, isStaffScope, type Scope, scopeOf } from '../../src/domain/lead/access.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Database } from '../db/database.ts'
import { isOwnClient } from '../queries/clients.ts'
import { readClientOfLead, readLead } from '../queries/lead-row.ts'
import { readSettings } from '../queries/settings.ts'

/**
 * Returns the result without rows that left the user's scope; `removed` holds the uids of those leads. A lead that
 * has come back into the scope is not in `removed`: the device may have pulled it already, and no later page would
 * restore it.
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
  // The user may have had another role when the command ran. A user who is not staff gets the columns that it sees now.
  if (!staff) return asSeenNow(tx, scope, { ...result, rows: { leads, clients: [] }, removed: departed })
  const named = new Set(leads.map((lead) => lead.client_uid))
  const clients: Client[] = []
  for (const client of result.rows.clients)
    if (named.has(client.uid) || (await isOwnClient(tx, client.uid, user))) clients.push(client)
  const remaining = { ...result, rows: { leads, clients }, removed: departed }
  const isWhole = departed.length === 0 && clients.length === result.rows.clients.length
  // The fields of a conflict hold values that other users wrote, so they are hidden like the rows.
  return remaining.outcome === 'conflict' && !isWhole ? { ...remaining, fields: [] } : remaining
}

type ResultWithRows = Exclude<PushResult, { outcome: 'blocked' }>

/** Adds the clients of the leads as the scope sees them, and removes the fields of a conflict: others wrote them. */
async function asSeenNow(
  tx: Transaction<Database>,
  scope: Scope,
  result: ResultWithRows,
): Promise<PushResult> {
  const clients = new Map<string, Client>()
  for (const { uid } of result.rows.leads) {
    const client = await readClientOfLead(tx, uid, scope)
    if (client !== null) clients.set(client.uid, client)
  }
  const seen = { ...result, rows: { ...result.rows, clients: [...clients.values()] } }
  return seen.outcome === 'conflict' ? { ...seen, fields: [] } : seen
}
