/** Locks what a merge or its undo moves, in the order of every other writer: leads, then clients, by uid. */
import { sql, type Transaction } from 'kysely'
import type { Client } from '../../src/domain/client/client.ts'
import type { Database } from '../db/database.ts'
import { lockClients } from '../queries/lead-row.ts'

/** Returns the clients by uid; one that is gone is missing. Leads that come meanwhile wait for their client. */
export async function lockWithLeads(
  tx: Transaction<Database>,
  uids: readonly string[],
): Promise<ReadonlyMap<string, Client>> {
  await sql`
    select 1 from leads where client_uid = any(${[...uids]}::uuid[]) order by uid for update`.execute(tx)
  const clients = await lockClients(tx, uids)
  return new Map(clients.map((client) => [client.uid, client]))
}

/** The uids of the client's leads. */
export async function leadsOf(tx: Transaction<Database>, clientUid: string): Promise<string[]> {
  const rows = await tx.selectFrom('leads').select('uid').where('client_uid', '=', clientUid).execute()
  return rows.map(({ uid }) => uid)
}
