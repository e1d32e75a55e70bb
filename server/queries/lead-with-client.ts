/** A lead with its client by one statement. */
import { sql } from 'kysely'
import { type Client, clientSchema } from '../../src/domain/client/client.ts'
import type { Scope } from '../../src/domain/lead/access.ts'
import { type Lead, leadSchema } from '../../src/domain/lead/lead.ts'
import { deferWrite } from '../db/deferred-write.ts'
import { erasureOf } from './erasures.ts'
import { clientColumns, EVERYTHING, leadColumns, type Reader } from './lead-row.ts'
import { leadsWithClients } from './seen-clients.ts'

export interface LeadWithClient {
  readonly lead: Lead
  readonly client: Client
  /** When the client's data was erased; null: it was not. */
  readonly erasedAt: string | null
}

/** Returns the lead and its client with the values that the scope sees, or null when there is no such lead. */
export async function readLeadWithClient(
  db: Reader,
  uid: string,
  scope: Scope = EVERYTHING,
): Promise<LeadWithClient | null> {
  const { rows } = await sql<{ lead: unknown; client: unknown; erasedAt: string | null }>`
    select
      row_to_json(lead_row) as lead,
      row_to_json(client_row) as client,
      (select e.at from client_erasures e where ${erasureOf(sql<string>`l.client_uid`)}) as "erasedAt"
    from ${leadsWithClients(scope)}
    cross join lateral (select ${leadColumns(scope)}) lead_row
    cross join lateral (select ${clientColumns}) client_row
    where l.uid = ${uid}`.execute(db)
  const [found] = rows
  if (found === undefined) return null
  return {
    lead: leadSchema.parse(found.lead),
    client: clientSchema.parse(found.client),
    erasedAt: found.erasedAt,
  }
}

/**
 * The same, with the lead locked. The lock is a statement of its own: after a wait the client, and whose client it is, are
 * read as they are then.
 */
export async function lockLeadWithClient(db: Reader, uid: string): Promise<LeadWithClient | null> {
  await deferWrite(() => sql`select 1 from leads where uid = ${uid} for update`.execute(db))
  return readLeadWithClient(db, uid)
}
