/** The clients of documents, locked. docs/rules.md#clients */
import { sql } from 'kysely'
import type { Client } from '../../src/domain/client/client.ts'
import type { Tx } from '../db/database.ts'
import { lockClients } from '../queries/lead-row.ts'

/** The first client of each document. Creations of the same person wait for each other, as in commands of devices. */
export async function clientsByDocument(tx: Tx, documents: readonly string[]): Promise<Map<string, Client>> {
  const wanted = [...new Set(documents)].filter((document) => document !== '')
  await sql`
    select pg_advisory_xact_lock(k)
    from (
      select distinct hashtext('client:' || d) as k
      from unnest(${wanted}::text[]) d
      order by k
      offset 0
    ) keys`.execute(tx)
  const { rows } = await sql<{ uid: string }>`
    select distinct on (cpf) uid
    from clients
    where cpf = any(${wanted}::text[]) and cpf <> ''
    order by cpf, id`.execute(tx)
  const clients = await lockClients(
    tx,
    rows.map(({ uid }) => uid),
  )
  // A client was merged while this waited for the lock. Reading again finds the client that remains.
  if (clients.length < rows.length) return clientsByDocument(tx, documents)
  return new Map(clients.map((client) => [client.cpf, client]))
}
