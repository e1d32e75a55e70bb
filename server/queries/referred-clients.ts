/**
 * Known clients as a referrer or a dealership typed them without seeing the known client. The values are stored in
 * the leads that the same user created; `leadsWithClients` returns them. docs/rules.md#scope-of-clients
 */
import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { type Client, clientSchema } from '../../src/domain/client/client.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { foldText } from '../../src/domain/text/fold.ts'
import type { Database } from '../db/database.ts'

const referredSchema = clientSchema.omit({ version: true })

/** Returns the client as this user typed it; null when the user has not referred this client. */
export async function referredClient(
  tx: Transaction<Database>,
  known: Client,
  userId: number,
): Promise<Client | null> {
  const { rows } = await sql<{ typed: unknown }>`
    select l.client_as_referred as typed
    from leads l
    where l.client_uid = ${known.uid}
      and l.created_by = ${userId}
      and l.client_as_referred is not null
    order by l.id
    limit 1`.execute(tx)
  const [row] = rows
  if (row === undefined) return null
  const { name_folded: _, ...typed } = referredSchema.parse(row.typed)
  return { ...typed, version: known.version }
}

/** An id from the sequence of client ids. A missing or known id would show the referrer that the client exists. */
async function nextClientNumber(tx: Transaction<Database>): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('client_numbers')::int as id`.execute(tx)
  return z.object({ id: z.number() }).parse(rows[0]).id
}

/**
 * Stores the typed client in the lead and in the user's other leads of the same client: the user sees them as one
 * client. The client gets a new version, as a new client would.
 */
export async function keepReferredClient(
  tx: Transaction<Database>,
  lead: Pick<Lead, 'uid' | 'client_uid'>,
  referred: Client,
  userId: number,
): Promise<void> {
  const { version: _, ...fields } = referred
  const id = referred.id ?? (await nextClientNumber(tx))
  const kept = JSON.stringify({ ...fields, id, name_folded: foldText(referred.name) })
  await sql`
    update leads
    set client_as_referred = ${kept}::jsonb
    where uid = ${lead.uid}
      or (
        client_uid = ${lead.client_uid}
        and created_by = ${userId}
        and client_as_referred is not null)`.execute(tx)
  await sql`update clients set uid = uid where uid = ${lead.client_uid}`.execute(tx)
}
